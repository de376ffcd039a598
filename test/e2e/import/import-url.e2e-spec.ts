import type { ServerResponse } from 'node:http';
import { waitForImport, importFile, importJson, WELLS } from '../../factories/import.factory';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';
import { FileServer } from '../../support/file-server';
import { JOB_PROCESSES } from '../../support/process-fleet-setting';

describe('an import from a URL', () => {
  let app: TestApp;
  let outside: FileServer;

  beforeAll(async () => {
    outside = await FileServer.start((path, response) => {
      if (path === '/accents')
        response.writeHead(302, { Location: Buffer.from('/été b.xlsx').toString('latin1') }).end();
      else if (path === '/redirect') response.writeHead(302, { Location: '/form.xlsx' }).end();
      else if (path === '/page') response.end('<!doctype html><title>Please sign in</title>');
      else if (path.endsWith('.xlsx')) response.end(WELLS);
      else response.writeHead(404).end();
    });
    app = await startApp({ environment: { DOWNLOAD_ALLOW: '127.0.0.1' } });
    await app.addUser('owner');
  });
  afterEach(() => {
    outside.hits.length = 0;
  });
  afterAll(async () => {
    await app.stop();
    await outside.stop();
  });

  it.each(['/form.xlsx', '/redirect', '/accents', '/été.xlsx', '/a b.xlsx', '/?q=é.xlsx', '/x.xlsx '])(
    'creates an asset from %s',
    async (path) => {
      const task = await importJson(app, { url: outside.origin + path, library: false });
      expect(task).toMatchObject({
        status: 'complete',
        messages: { created: [{ summary: { row_count: 1 } }] },
      });
      const { body } = await app
        .as('owner')
        .get(`/api/v2/assets/${task.messages.created![0]!.uid}/`)
        .expect(200);
      expect(body).toMatchObject({ name: '', asset_type: 'survey' });
    },
  );

  it('downloads nothing when a file was sent too', async () => {
    const { status } = await importFile(app, WELLS, { url: `${outside.origin}/form.xlsx` });
    expect([status, outside.hits]).toEqual(['complete', []]);
  });

  it.each([
    ['/missing', /returned status 404/],
    ['/page', /Unsupported format|must have one of these sheets/],
  ])('ends in error for %s', async (path, message) => {
    const { status, messages } = await importJson(app, { url: outside.origin + path, library: false });
    expect([status, messages.error]).toEqual(['error', expect.stringMatching(message)]);
  });

  it.each([
    'http://10.0.0.1/form.xlsx',
    'file:///etc/passwd',
    'http://user:pw@127.0.0.1/',
    'http://169.254.169.254/',
  ])('rejects %s', async (url) => {
    const { status, messages } = await importJson(app, { url });
    expect([status, messages.error_type]).toEqual(['error', 'DownloadError']);
  });

  it('blocks no other user, however slow the remote server is', async () => {
    for (const name of ['quick', 'patient']) await app.addUser(name);
    const slow: { readonly path: string; readonly response: ServerResponse }[] = [];
    const stalled = await FileServer.start((path, response) => void slow.push({ path, response }));
    try {
      const start = async (path: string): Promise<string> => {
        const body = { url: stalled.origin + path, library: false };
        return (await app.as('owner').post('/api/v2/imports/').send(body).expect(201)).body.uid as string;
      };
      const uids = new Map<string, string>();
      // More than the concurrency limit of a process.
      for (const path of ['/1.xlsx', '/2.xlsx', '/3.xlsx', '/4.xlsx']) uids.set(path, await start(path));
      await eventually(
        async () => slow.length,
        (length) => length > 0,
      );
      expect((await importFile(app, WELLS, { by: 'quick' })).status).toBe('complete');
      const url = `${outside.origin}/form.xlsx`;
      expect((await importJson(app, { url, library: false }, { by: 'patient' })).status).toBe('complete');
      for (const uid of uids.values()) {
        const { body } = await app.as('owner').get(`/api/v2/imports/${uid}/`).expect(200);
        expect(body.status).toBe('processing');
      }
      // Each process downloads one file per user at a time.
      expect(slow.length).toBeLessThanOrEqual(JOB_PROCESSES);
      // Their order is undefined.
      const { path, response } = slow[0]!;
      response.end(WELLS);
      expect(await waitForImport(app, uids.get(path)!)).toMatchObject({ status: 'complete' });
    } finally {
      await stalled.stop();
    }
  });

  it('reaches no internal address unless the operator allows it', async () => {
    const strict = await startApp();
    try {
      await strict.addUser('owner');
      const { port } = new URL(outside.origin);
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433']) {
        const { status, messages } = await importJson(strict, { url: `http://${host}:${port}/form.xlsx` });
        expect([status, messages.error_type]).toEqual(['error', 'DownloadError']);
      }
      expect(outside.hits).toEqual([]);
    } finally {
      await strict.stop();
    }
  });
});
