import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { waitForImport, WELLS } from '../../factories/import.factory';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { FileServer } from '../../support/file-server';
import { startSecondApp } from '../../support/second-app';

/** Uses imports, which wait for a download that the test delays. */
describe('a running task', () => {
  let app: TestApp;
  let worker: TestApp;
  let slow: FileServer;
  let downloads: ServerResponse[];
  let uid: string;

  beforeEach(async () => {
    downloads = [];
    slow = await FileServer.start((_path, response) => void downloads.push(response));
    app = await startApp({ environment: { ROLE: 'api', DOWNLOAD_ALLOW: '127.0.0.1' } });
    await app.addUser('owner');
    worker = await startSecondApp(app, { ROLE: 'worker' });
    const { body } = await app
      .as('owner')
      .post('/api/v2/imports/')
      .send({ url: `${slow.origin}/form.xlsx` })
      .expect(201);
    uid = body.uid as string;
    await downloading(1);
  });
  afterEach(async () => {
    await worker.stop();
    await app.stop();
    await slow.stop();
  });

  const downloading = (times: number) =>
    eventually(
      async () => downloads.length,
      (count) => count === times,
    );
  const task = async () =>
    (await app.rows('SELECT status, attempt, messages FROM import_task WHERE uid = $1', [uid]))[0];
  const countAssets = async (): Promise<number> =>
    (await app.rows<{ count: number }>('SELECT count(*)::int AS count FROM asset'))[0]!.count;
  const jobs = () => app.rows('SELECT key, locked_at FROM graphile_worker._private_jobs');

  it('creates nothing after it is deleted', async () => {
    await app.rows('DELETE FROM import_task WHERE uid = $1', [uid]);
    downloads[0]!.end(WELLS);
    await eventually(jobs, (left) => left.length === 0);
    expect([await task(), await countAssets()]).toEqual([undefined, 0]);
  });

  it('is completed by another process after its own shut down without waiting', async () => {
    const disconnected = once(downloads[0]!, 'close');
    await worker.stop();
    await disconnected;
    expect(await task()).toEqual({ status: 'created', attempt: 1, messages: {} });
    expect(await jobs()).toEqual([{ key: `imports.run:${uid}`, locked_at: null }]);
    worker = await startSecondApp(app, { ROLE: 'worker' });
    await downloading(2);
    downloads[1]!.end(WELLS);
    expect((await waitForImport(app, uid)).status).toBe('complete');
    expect([await task(), await countAssets()]).toEqual([
      { status: 'complete', attempt: 2, messages: expect.anything() },
      1,
    ]);
  });
});
