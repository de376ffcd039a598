import type { ServerResponse } from 'node:http';
import { Client } from 'pg';
import { JobRegistry } from '../../src/jobs/job-queue.port';
import { WELLS } from '../factories/import.factory';
import { startApp, type TestApp } from '../support/app';
import { FakeClock } from '../support/clock';
import { eventually } from '../support/eventually';
import { FileServer } from '../support/file-server';
import { Random, testSeed } from '../fixtures/random';
import { startSecondApp } from '../support/second-app';
import { ServiceProcess } from '../support/service-process';

const LONG = process.env['TEST_PROFILE'] === 'long';
const KILLS = LONG ? 20 : 2;
const IMPORTS_PER_KILL = 6;
/** Longer than heartbeat and waiting timeouts, however slow the test is. */
const LATER_MS = 3600_000;

if (LONG) jest.setTimeout(20 * 60_000);

interface Ended {
  readonly uid: string;
  readonly status: string;
  readonly messages: { readonly created?: readonly { readonly uid: string }[]; readonly error_type?: string };
}

describe('SIGKILL of a worker that runs imports', () => {
  const random = new Random(testSeed());
  let app: TestApp;
  let files: FileServer;
  /** Receives a download to be delayed; others get a response at once. */
  let onDownload: ((response: ServerResponse) => void) | undefined;
  let sent = 0;

  beforeAll(async () => {
    files = await FileServer.start((_path, response) => {
      if (onDownload === undefined) response.end(WELLS);
      else onDownload(response);
    });
    app = await startApp({ environment: { ROLE: 'api', DOWNLOAD_ALLOW: '127.0.0.1' } });
    await app.addUser('owner');
  });
  afterAll(async () => {
    await app.stop();
    await files.stop();
  });

  it('completes each import with one asset or fails it with none, and leaves none open', async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const point = random.pick([afterClaim, duringDownload, duringSave, afterSomeEnded]);
      for (let each = 0; each < IMPORTS_PER_KILL; each += 1) await upload();
      await point(() => ServiceProcess.startFor(app, { ROLE: 'worker', DOWNLOAD_ALLOW: '127.0.0.1' }));
    }
    const { imports, undisturbed } = await finishAll();

    const createdUids = imports.flatMap(({ messages }) => messages.created ?? []).map(({ uid }) => uid);
    const assets = await app.rows<{ uid: string }>('SELECT uid FROM asset');
    expect(createdUids.sort()).toEqual(assets.map(({ uid }) => uid).sort());
    expect(imports).toHaveLength(sent);
    for (const { status, messages } of imports) {
      expect([status, messages.created?.length ?? 0, messages.error_type]).toEqual(
        status === 'complete'
          ? ['complete', 1, undefined]
          : ['error', 0, expect.stringMatching(/^(Interrupted|XlsForm)/)],
      );
    }
    // The number of imports ended before a kill is random and may be 0.
    expect(imports.filter(({ uid }) => undisturbed.has(uid)).map(({ status }) => status)).toEqual(
      Array<string>(IMPORTS_PER_KILL).fill('complete'),
    );
  });

  /** Imports a form from a file or URL, sometimes an invalid file. */
  async function upload(): Promise<void> {
    await requestImport(
      random.pick([fileOf(WELLS), fromUrl(), ...(random.chance(0.2) ? [fileOf(random.bytes(500))] : [])]),
    );
  }

  const fileOf = (bytes: Buffer) => ({ base64Encoded: `base64:${bytes.toString('base64')}` });
  const fromUrl = () => ({ url: `${files.origin}/form.xlsx` });

  async function requestImport(file: object): Promise<string> {
    const { body } = await app.as('owner').post('/api/v2/imports/').send(file).expect(201);
    sent += 1;
    return (body as { uid: string }).uid;
  }

  const count = async (where: string): Promise<number> =>
    (await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM import_task WHERE ${where}`))[0]!
      .count;

  type Start = () => Promise<ServiceProcess>;

  async function afterClaim(start: Start): Promise<void> {
    const waiting = (): Promise<number> => count(`status = 'created'`);
    const before = await waiting();
    const victim = await start();
    await eventually(waiting, (left) => left < before, { everyMs: 1 });
    await victim.kill();
  }

  async function duringDownload(start: Start): Promise<void> {
    await requestImport(fromUrl());
    const downloading = new Promise<ServerResponse>((resolve) => (onDownload = resolve));
    const victim = await start();
    const download = await downloading;
    onDownload = undefined;
    await victim.kill();
    download.destroy();
  }

  /** Kills during the transaction that creates the asset and completes the import. */
  async function duringSave(start: Start): Promise<void> {
    await requestImport(fileOf(WELLS));
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE asset_version IN EXCLUSIVE MODE');
      const victim = await start();
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(
        () => app.rows(waiting),
        (backends) => backends.length > 0,
      );
      await victim.kill();
    } finally {
      await client.end();
    }
  }

  async function afterSomeEnded(start: Start): Promise<void> {
    const countEnded = (): Promise<number> => count(`status IN ('complete', 'error')`);
    const enough = (await countEnded()) + random.between(1, IMPORTS_PER_KILL - 1);
    const victim = await start();
    await eventually(countEnded, (ended) => ended >= enough, { everyMs: 1 });
    await victim.kill();
  }

  const waitForAll = () =>
    eventually(
      () => count(`status IN ('created', 'processing')`),
      (open) => open === 0,
    );

  /** Lets a new worker expire abandoned imports, then run some undisturbed ones. */
  async function finishAll(): Promise<{ imports: Ended[]; undisturbed: ReadonlySet<string> }> {
    const worker = await startSecondApp(app, { ROLE: 'worker' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    const undisturbed = new Set<string>();
    try {
      for (const job of worker.nest.get(JobRegistry).scheduledJobs) await job.run();
      await waitForAll();
      while (undisturbed.size < IMPORTS_PER_KILL) undisturbed.add(await requestImport(fileOf(WELLS)));
      await waitForAll();
    } finally {
      await worker.stop();
    }
    return { imports: await app.rows<Ended>('SELECT uid, status, messages FROM import_task'), undisturbed };
  }
});
