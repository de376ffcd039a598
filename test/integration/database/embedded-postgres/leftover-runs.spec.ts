import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  makeDatabaseFolder,
  databaseRoot,
  removeDatabaseFolder,
  removeLeftovers,
} from '../../../support/database-folder';
import { makeRunFolder } from '../../../support/run-folder';
import { withClient } from '../../../support/test-database';

const COMPILER = join(__dirname, '../../../support/typescript.cjs');
const GIGABYTE = 1024 ** 3;

describe('leftovers of a killed run', () => {
  let scratch: string;
  let databases: string;
  let temporary: string;

  beforeEach(() => {
    scratch = makeDatabaseFolder();
    [databases, temporary] = [join(scratch, 'databases'), join(scratch, 'temporary')];
    for (const folder of [databases, temporary]) mkdirSync(folder);
  });
  afterEach(() => removeDatabaseFolder(scratch));

  const isRunning = (url: string): Promise<boolean> =>
    withClient(url, (client) => client.query('SELECT 1')).then(
      () => true,
      () => false,
    );

  it('are removed by the next run, and their databases stopped', async () => {
    const program = ['--require', COMPILER, join(__dirname, 'run-program.ts'), databases, temporary];
    const run = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: run.stdout }), 'line')) as [string];
    const { folders, urls } = JSON.parse(line) as { folders: string[]; urls: string[] };
    expect(await Promise.all(urls.map(isRunning))).toEqual([true, true]);

    await removeLeftovers([databases], temporary);
    expect(folders.map((folder) => existsSync(folder))).toEqual([true, true]);
    expect(await Promise.all(urls.map(isRunning))).toEqual([true, true]);

    run.kill('SIGKILL');
    await once(run, 'exit');
    expect(await Promise.all(urls.map(isRunning))).toEqual([true, true]);
    await removeLeftovers([databases], temporary);
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
    expect(await Promise.all(urls.map(isRunning))).toEqual([false, false]);
  });

  it('are removed even if the process id was reused', async () => {
    const own = makeRunFolder(databases);
    const another = join(dirname(own), basename(own).replace(/^run-(\d+)-(\d+)/, 'run-$1-1$2'));
    mkdirSync(another);
    await removeLeftovers([databases], temporary);
    expect([existsSync(own), existsSync(another)]).toEqual([true, process.platform !== 'linux']);
  });

  it('need not exist', async () => {
    await removeLeftovers([join(scratch, 'none')], join(scratch, 'none'));
  });
});

describe('databaseRoot', () => {
  it('is on tmpfs if there is enough memory, else on disk', () => {
    expect(databaseRoot('/dev/shm', 8 * GIGABYTE)).toMatch(/^\/dev\/shm\//);
    expect(databaseRoot('/dev/shm', 1 * GIGABYTE)).toMatch(/test-database$/);
    expect(databaseRoot('/nothing-there')).toMatch(/test-database$/);
  });
});
