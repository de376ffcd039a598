import { setTimeout as pause } from 'node:timers/promises';
import { largeSheets } from './large-form';
import { type Exchange, exchange, share, type Wait, waitsDuring } from './others-meanwhile';
import type { ServiceProcess } from './processes';
import type { Report } from './report';

const QUESTIONS = 8_400;
const ROUNDS = 3;
const QUIET_MS = 3_000;
const MOST_P99_MS = 50;
const UID = /"uid": ?"(a\w{21})"/;

/**
 * How long others wait while a form of 9 MB is created, saved and deployed. Once more without the time for which the
 * service's event loop had no processor: that tells of the machine.
 */
export async function measureLargeForms(
  report: Report,
  service: ServiceProcess,
  authorization: string,
): Promise<void> {
  const { url } = service;
  const content = largeSheets(QUESTIONS);
  const asset = Buffer.from(JSON.stringify({ name: 'Large', asset_type: 'survey', content }));
  const change = Buffer.from(JSON.stringify({ content }));
  const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
  const send = (method: string, path: string, body: Buffer) => exchange(url, method, path, headers, body);
  const waits: Wait[] = [];
  const times: number[] = [];
  // The first round starts the threads too.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const started = performance.now();
    const work = async (): Promise<void> => {
      const uid = UID.exec((await expecting(201, send('POST', '/api/v2/assets/', asset))).start)![1]!;
      await expecting(200, send('PATCH', `/api/v2/assets/${uid}/`, change));
      await expecting(201, send('POST', `/api/v2/assets/${uid}/deployment/`, Buffer.from('{}')));
    };
    const waited = await waitsDuring(service, work);
    if (round === 0) continue;
    waits.push(...waited);
    times.push(performance.now() - started);
  }
  const alone = await waitsDuring(service, () => pause(QUIET_MS));
  const size = (asset.length / 1e6).toFixed(1);
  report.figure(`form of ${size} MB created, saved and deployed`, Math.min(...times), 'ms');
  const held = waits.map((each) => each.heldMs);
  const waited = waits.map((each) => each.ms - each.heldMs);
  const all = waits.map((each) => each.ms);
  const quiet = alone.map((each) => each.ms);
  report.figure('others when nothing goes on, p99', share(quiet, 0.99), 'ms');
  report.figure('others meanwhile, median', share(all, 0.5), 'ms');
  report.figure('others meanwhile, p99', share(all, 0.99), 'ms', { most: MOST_P99_MS, isGoal: true });
  report.figure('others meanwhile, waiting for a processor, p99', share(waited, 0.99), 'ms');
  report.figure('others meanwhile, held up by the service, p99', share(held, 0.99), 'ms', {
    most: MOST_P99_MS,
  });
  report.figure('others meanwhile, held up by the service, longest', share(held, 1), 'ms');
}

async function expecting(status: number, exchanged: Promise<Exchange>): Promise<Exchange> {
  const answer = await exchanged;
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.start}`);
  return answer;
}
