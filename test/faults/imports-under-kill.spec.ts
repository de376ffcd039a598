import type { ServerResponse } from 'node:http';
import { Client } from 'pg';
import { JobRegistry } from '../../src/jobs/job-queue.port';
import { WELLS } from '../factories/import.factory';
import { startApp, type TestApp } from '../support/app';
import { FakeClock } from '../support/clock';
import { eventually } from '../support/eventually';
import { FileServer } from '../support/file-server';
import { printedSeed, Random } from '../support/random';
import { startBeside } from '../support/second-process';
import { ServiceProcess } from '../support/service-process';

const FULL = process.env['TEST_PROFILE'] === 'full';
const KILLS = FULL ? 20 : 2;
const IMPORTS_EACH = 6;
/** More than a worker may be silent for, and a task may wait for one, however long this machine takes over the test. */
const LATER_MS = 3600_000;

if (FULL) jest.setTimeout(20 * 60_000);

interface Ended {
  readonly uid: string;
  readonly status: string;
  readonly messages: { readonly created?: readonly { readonly uid: string }[]; readonly error_type?: string };
}

describe('kill -9 of a worker among imports', () => {
  const random = new Random(printedSeed('imports-under-kill'));
  /** Takes requests and does no jobs. */
  let app: TestApp;
  let files: FileServer;
  /** Takes a download that is to be waited for; others are answered at once. */
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

  it('ends each import complete with one asset or in error with none, and leaves none open', async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const point = random.pick([whenTaken, whenDownloading, whenSaving, whenSomeAreOver]);
      for (let each = 0; each < IMPORTS_EACH; each += 1) await upload();
      await point(() => ServiceProcess.beside(app, { ROLE: 'worker', DOWNLOAD_ALLOW: '127.0.0.1' }));
    }
    const { imports, undisturbed } = await endOfAll();

    const made = imports.flatMap(({ messages }) => messages.created ?? []).map(({ uid }) => uid);
    const assets = await app.rows<{ uid: string }>('SELECT uid FROM asset');
    expect(made.sort()).toEqual(assets.map(({ uid }) => uid).sort());
    expect(imports).toHaveLength(sent);
    for (const { status, messages } of imports) {
      expect([status, messages.created?.length ?? 0, messages.error_type]).toEqual(
        status === 'complete'
          ? ['complete', 1, undefined]
          : ['error', 0, expect.stringMatching(/^(Interrupted|XlsForm)/)],
      );
    }
    // How many were over before a kill is a matter of chance: none may be.
    expect(imports.filter(({ uid }) => undisturbed.has(uid)).map(({ status }) => status)).toEqual(
      Array<string>(IMPORTS_EACH).fill('complete'),
    );
  });

  /** A form as a file or a URL, or what is none. */
  async function upload(): Promise<void> {
    await ask(
      random.pick([fileOf(WELLS), fromUrl(), ...(random.chance(0.2) ? [fileOf(random.bytes(500))] : [])]),
    );
  }

  const fileOf = (bytes: Buffer) => ({ base64Encoded: `base64:${bytes.toString('base64')}` });
  const fromUrl = () => ({ url: `${files.origin}/form.xlsx` });

  /** @returns the import's uid */
  async function ask(file: object): Promise<string> {
    const { body } = await app.as('owner').post('/api/v2/imports/').send(file).expect(201);
    sent += 1;
    return (body as { uid: string }).uid;
  }

  const count = async (where: string): Promise<number> =>
    (await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM import_task WHERE ${where}`))[0]!
      .count;

  type Start = () => Promise<ServiceProcess>;

  /** At work on something, or about to be. */
  async function whenTaken(start: Start): Promise<void> {
    const waiting = (): Promise<number> => count(`status = 'created'`);
    const before = await waiting();
    const victim = await start();
    await eventually(waiting, (left) => left < before, { everyMs: 1 });
    await victim.kill();
  }

  /** Before the first byte of a file came. */
  async function whenDownloading(start: Start): Promise<void> {
    await ask(fromUrl());
    const downloading = new Promise<ServerResponse>((resolve) => (onDownload = resolve));
    const victim = await start();
    const download = await downloading;
    onDownload = undefined;
    await victim.kill();
    download.destroy();
  }

  /** In the middle of the transaction that makes an asset and completes its import. */
  async function whenSaving(start: Start): Promise<void> {
    await ask(fileOf(WELLS));
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

  /** Anywhere in what comes after. */
  async function whenSomeAreOver(start: Start): Promise<void> {
    const over = (): Promise<number> => count(`status IN ('complete', 'error')`);
    const enough = (await over()) + random.between(1, IMPORTS_EACH - 1);
    const victim = await start();
    await eventually(over, (ended) => ended >= enough, { everyMs: 1 });
    await victim.kill();
  }

  const allOver = () =>
    eventually(
      () => count(`status IN ('created', 'processing')`),
      (open) => open === 0,
    );

  /** What a worker makes of what the dead ones left, once it may think them dead, and of what comes when nobody dies. */
  async function endOfAll(): Promise<{ imports: Ended[]; undisturbed: ReadonlySet<string> }> {
    const worker = await startBeside(app, { ROLE: 'worker' });
    new FakeClock(worker, new Date(Date.now() + LATER_MS).toISOString());
    const undisturbed = new Set<string>();
    try {
      for (const chore of worker.nest.get(JobRegistry).chores) await chore.run();
      await allOver();
      while (undisturbed.size < IMPORTS_EACH) undisturbed.add(await ask(fileOf(WELLS)));
      await allOver();
    } finally {
      await worker.stop();
    }
    return { imports: await app.rows<Ended>('SELECT uid, status, messages FROM import_task'), undisturbed };
  }
});
