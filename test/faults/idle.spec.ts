import { setTimeout as pause } from 'node:timers/promises';
import { processorMsOf } from '../measure/processor-use';
import { makeDeployedAsset } from '../factories/asset.factory';
import { largeContent } from '../factories/large-form';
import { startApp, type TestApp } from '../support/app';
import { ServiceProcess } from '../support/service-process';

const FULL = process.env['TEST_PROFILE'] === 'full';
const WINDOWS = FULL ? 12 : 2;
const WINDOW_MS = 4_000;
/** Of one processor. A busy machine makes everything dearer, and a short window counts in ticks of a hundredth second. */
const MOST_SHARE = FULL ? 0.004 : 0.025;

/** The service is another process: what the test itself does costs it nothing. */
let app: TestApp;
let service: ServiceProcess;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  service = await ServiceProcess.beside(app);
});
afterAll(async () => {
  await service.kill();
  await app.stop();
});

it('spends no measurable processor time while nobody asks anything, whatever it did before', async () => {
  const { uid } = await makeDeployedAsset(app);
  const headers = { Authorization: `Token ${app.tokenOf('owner')}`, 'Content-Type': 'application/json' };
  const answers = await Promise.all([
    fetch(`${service.origin}/api/v2/assets/${uid}/data/`, { headers }),
    // A thread is kept after this.
    fetch(`${service.origin}/api/v2/assets/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ asset_type: 'survey', name: 'Large', content: largeContent() }),
    }),
  ]);
  for (const answer of answers) await answer.arrayBuffer();
  const shares: number[] = [];
  for (let window = 0; window < WINDOWS; window += 1) {
    const before = processorMsOf(service.pid);
    await pause(WINDOW_MS);
    shares.push((processorMsOf(service.pid) - before) / WINDOW_MS);
  }
  process.stderr.write(`idle: shares of a processor ${shares.map((share) => share.toFixed(4)).join(' ')}\n`);
  // The engine tidies up once when it comes to rest, and each minute the queue looks at its clock.
  const quiet = [...shares].sort((a, b) => a - b).slice(0, Math.ceil(WINDOWS / 2));
  expect(Math.max(...quiet)).toBeLessThanOrEqual(MOST_SHARE);
});
