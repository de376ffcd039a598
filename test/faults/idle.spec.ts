import { setTimeout as pause } from 'node:timers/promises';
import { cpuMsOf } from '../measure/process-cpu-time';
import { makeDeployedAsset } from '../factories/asset.factory';
import { largeContent } from '../factories/large-form';
import { startApp, type TestApp } from '../support/app';
import { ServiceProcess } from '../support/service-process';

const LONG = process.env['TEST_PROFILE'] === 'long';
const WINDOWS = LONG ? 12 : 2;
const WINDOW_MS = 4_000;
/** Share of one CPU. The short profile allows for a busy machine and 10 ms clock ticks. */
const MAX_SHARE = LONG ? 0.004 : 0.025;

/** The measured service is another process. */
let app: TestApp;
let service: ServiceProcess;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  service = await ServiceProcess.startFor(app);
});
afterAll(async () => {
  await service.kill();
  await app.stop();
});

it('uses almost no CPU time while idle, even after work', async () => {
  const { uid } = await makeDeployedAsset(app);
  const headers = { Authorization: `Token ${app.tokenOf('owner')}`, 'Content-Type': 'application/json' };
  const responses = await Promise.all([
    fetch(`${service.origin}/api/v2/assets/${uid}/data/`, { headers }),
    // Leaves an idle worker thread.
    fetch(`${service.origin}/api/v2/assets/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ asset_type: 'survey', name: 'Large', content: largeContent() }),
    }),
  ]);
  for (const response of responses) await response.arrayBuffer();
  const shares: number[] = [];
  for (let window = 0; window < WINDOWS; window += 1) {
    const before = cpuMsOf(service.pid);
    await pause(WINDOW_MS);
    shares.push((cpuMsOf(service.pid) - before) / WINDOW_MS);
  }
  process.stderr.write(`idle: shares of one CPU ${shares.map((share) => share.toFixed(4)).join(' ')}\n`);
  // V8 collects garbage once when idle, and the queue polls once a minute: take the quieter half.
  const quiet = [...shares].sort((a, b) => a - b).slice(0, Math.ceil(WINDOWS / 2));
  expect(Math.max(...quiet)).toBeLessThanOrEqual(MAX_SHARE);
});
