import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Environment } from '../../src/config/environment';
import { processorMsOfTree } from '../measure/processor-use';
import { startApp, type TestApp } from '../support/app';
import { ownCheckout } from '../support/npm-start';

const FULL = process.env['TEST_PROFILE'] === 'full';
const STARTS = FULL ? 10 : 2;
/**
 * Of a processor that does nothing else, with room for another kind of machine: the bench's bar is 1.5 s. Threads that share
 * a processor with others' were seen to take twice as long for the same.
 */
const MOST_CPU_MS = FULL ? 2_600 : 5_200;

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

it('takes little processor time from the command to readiness, once it is built', async () => {
  const costs: number[] = [];
  // The first one may have to build.
  for (let start = 0; start <= STARTS; start += 1) {
    const npm = npmStart();
    const closed = once(npm, 'close');
    for await (const line of createInterface({ input: npm.stdout! })) {
      if (!line.includes('is ready at')) continue;
      costs.push(processorMsOfTree(npm.pid!));
      break;
    }
    process.kill(-npm.pid!, 'SIGTERM');
    npm.stdout!.resume();
    await closed;
  }
  process.stderr.write(`start-cost: ${costs.map((ms) => ms.toFixed(0)).join(' ')} ms of processor time\n`);
  expect(costs).toHaveLength(STARTS + 1);
  expect(Math.min(...costs)).toBeLessThan(MOST_CPU_MS);
});
