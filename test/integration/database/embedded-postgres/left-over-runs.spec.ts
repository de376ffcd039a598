import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  makeDatabaseFolder,
  placeOfDatabases,
  removeDatabaseFolder,
  removeLeftOvers,
} from '../../../support/database-folder';
import { makeRunFolder } from '../../../support/run-folder';
import { withClient } from '../../../support/test-database';

const COMPILER = join(__dirname, '../../../support/typescript.cjs');
const GIGABYTE = 1024 ** 3;

describe('what a killed run leaves', () => {
  let scratch: string;
  let databases: string;
  let temporary: string;

  beforeEach(() => {
    scratch = makeDatabaseFolder();
    [databases, temporary] = [join(scratch, 'databases'), join(scratch, 'temporary')];
    for (const folder of [databases, temporary]) mkdirSync(folder);
  });
  afterEach(() => removeDatabaseFolder(scratch));

  const answers = (url: string): Promise<boolean> =>
    withClient(url, (client) => client.query('SELECT 1')).then(
      () => true,
      () => false,
    );

  it('is removed by the next, and its databases are stopped', async () => {
    const program = ['--require', COMPILER, join(__dirname, 'run-program.ts'), databases, temporary];
    const run = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: run.stdout }), 'line')) as [string];
    const { folders, urls } = JSON.parse(line) as { folders: string[]; urls: string[] };
    expect(await Promise.all(urls.map(answers))).toEqual([true, true]);

    await removeLeftOvers([databases], temporary);
    expect(folders.map((folder) => existsSync(folder))).toEqual([true, true]);
    expect(await Promise.all(urls.map(answers))).toEqual([true, true]);

    run.kill('SIGKILL');
    await once(run, 'exit');
    expect(await Promise.all(urls.map(answers))).toEqual([true, true]);
    await removeLeftOvers([databases], temporary);
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
    expect(await Promise.all(urls.map(answers))).toEqual([false, false]);
  });

  it('is removed also when its process id was given to another process', async () => {
    const own = makeRunFolder(databases);
    const another = join(dirname(own), basename(own).replace(/^run-(\d+)-(\d+)/, 'run-$1-1$2'));
    mkdirSync(another);
    await removeLeftOvers([databases], temporary);
    expect([existsSync(own), existsSync(another)]).toEqual([true, process.platform !== 'linux']);
  });

  it('is no trouble where there is nothing', async () => {
    await removeLeftOvers([join(scratch, 'none')], join(scratch, 'none'));
  });
});

describe('where databases of a run are', () => {
  it('is in memory where there is room, or else on the disk', () => {
    expect(placeOfDatabases('/dev/shm', 8 * GIGABYTE)).toMatch(/^\/dev\/shm\//);
    expect(placeOfDatabases('/dev/shm', 1 * GIGABYTE)).toMatch(/test-database$/);
    expect(placeOfDatabases('/nothing-there')).toMatch(/test-database$/);
  });
});
