import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { Environment } from '../../src/config/environment';
import { processorMsOfTree } from '../measure/processor-use';
import { startApp, type TestApp } from '../support/app';
import { ownCheckout } from '../support/npm-start';

const STARTS = process.env['TEST_PROFILE'] === 'full' ? 10 : 3;
/**
 * Packages as they are installed, file by file. What it takes a process to load them is work of the kind that a start is, none
 * of it our own, and as dear on a slow or busy machine as a start is there.
 */
const YARDSTICK = [
  '@nestjs/core',
  '@nestjs/swagger',
  'typeorm',
  'pg',
  'express',
  'class-validator',
  'graphile-worker',
];
/** 2.0 to 2.1 when it was set, on a machine with nothing else to do and on a busy one; a quarter more is beyond it. */
const MOST_YARDSTICKS = 2.6;

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
});
afterAll(() => app.stop());

/** The command that people start the service by, as a group of processes of its own. */
function npmStart(): ChildProcess {
  return spawn('npm', ['start'], {
    cwd: ownCheckout(),
    detached: true,
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.databaseUrl,
      SECRET_KEY: app.nest.get(Environment).SECRET_KEY,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Processor time from the command to readiness, all processes together, in milliseconds. */
async function costOfStart(): Promise<number> {
  const npm = npmStart();
  const closed = once(npm, 'close');
  let cost = Number.NaN;
  for await (const line of createInterface({ input: npm.stdout! })) {
    if (!line.includes('is ready at')) continue;
    cost = processorMsOfTree(npm.pid!);
    break;
  }
  process.kill(-npm.pid!, 'SIGTERM');
  npm.stdout!.resume();
  await closed;
  return cost;
}

/** That of a process which does nothing but load the packages. */
async function costOfYardstick(): Promise<number> {
  const load = `for (const name of ${JSON.stringify(YARDSTICK)}) require(name);
    const { user, system } = process.cpuUsage();
    console.log((user + system) / 1000);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', load], { cwd: ownCheckout() });
  return Number(stdout);
}

it('takes little processor time from the command to readiness, once it is built', async () => {
  // The first one may have to build.
  await costOfStart();
  const ratios: number[] = [];
  let before = await costOfYardstick();
  for (let start = 0; start < STARTS; start += 1) {
    const cost = await costOfStart();
    const after = await costOfYardstick();
    const ratio = cost / ((before + after) / 2);
    process.stderr.write(
      `start-cost: ${cost.toFixed(0)} ms of processor time between ${before.toFixed(0)} and ${after.toFixed(0)}: × ${ratio.toFixed(2)}\n`,
    );
    ratios.push(ratio);
    before = after;
  }
  expect(Math.min(...ratios)).toBeLessThan(MOST_YARDSTICKS);
});
