import { setTimeout as pause } from 'node:timers/promises';
import { largeSheets } from './large-form';
import { type Exchange, exchange, quantile, type Latency, latenciesDuring } from './latency';
import type { ServiceProcess } from './processes';
import type { Report } from './report';

const QUESTIONS = 8_400;
const ROUNDS = 3;
const QUIET_MS = 3_000;
const MAX_P99_MS = 50;
const UID = /"uid": ?"(a\w{21})"/;

/**
 * Latency of other requests while a form of 9 MB is created, saved and deployed; also without the time in which the
 * event loop was not scheduled, which depends on the machine.
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
  const waits: Latency[] = [];
  const times: number[] = [];
  // The first round also starts the worker threads.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const started = performance.now();
    const work = async (): Promise<void> => {
      const uid = UID.exec((await expecting(201, send('POST', '/api/v2/assets/', asset))).start)![1]!;
      await expecting(200, send('PATCH', `/api/v2/assets/${uid}/`, change));
      await expecting(201, send('POST', `/api/v2/assets/${uid}/deployment/`, Buffer.from('{}')));
    };
    const waited = await latenciesDuring(service, work);
    if (round === 0) continue;
    waits.push(...waited);
    times.push(performance.now() - started);
  }
  const alone = await latenciesDuring(service, () => pause(QUIET_MS));
  const size = (asset.length / 1e6).toFixed(1);
  report.figure(`form of ${size} MB created, saved and deployed`, Math.min(...times), 'ms');
  const held = waits.map((each) => each.heldMs);
  const waited = waits.map((each) => each.ms - each.heldMs);
  const all = waits.map((each) => each.ms);
  const quiet = alone.map((each) => each.ms);
  report.figure('others when nothing goes on, p99', quantile(quiet, 0.99), 'ms');
  report.figure('others meanwhile, median', quantile(all, 0.5), 'ms');
  report.figure('others meanwhile, p99', quantile(all, 0.99), 'ms', { most: MAX_P99_MS, isGoal: true });
  report.figure('others meanwhile, waiting for a processor, p99', quantile(waited, 0.99), 'ms');
  report.figure('others meanwhile, held up by the service, p99', quantile(held, 0.99), 'ms', {
    most: MAX_P99_MS,
  });
  report.figure('others meanwhile, held up by the service, longest', quantile(held, 1), 'ms');
}

async function expecting(status: number, exchanged: Promise<Exchange>): Promise<Exchange> {
  const response = await exchanged;
  if (response.status !== status)
    throw new Error(`${response.status} instead of ${status}: ${response.start}`);
  return response;
}
