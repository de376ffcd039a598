import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { makeAsset, makeDeployedAsset } from '../factories/asset.factory';
import { EXPORT_DEFAULTS } from '../factories/export.factory';
import { instanceXml, submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { withoutPadding } from '../support/page-padding';
import { ServiceProcess } from '../support/service-process';

const LONG = process.env['TEST_PROFILE'] === 'long';
const CLIENTS = 4;
const PAUSE_MS = LONG ? 100 : 40;
const ROWS = 40;
const SAMPLE_MS = LONG ? 10_000 : 100;
/** The long profile runs for a time; the short one for a number of rounds. */
const LOAD_MS = 30 * 60_000;
const ROUNDS = 4;
/** Share of the run after which compilation and caches are complete. */
const WARM_UP_SHARE = 1 / 3;
const MAX_MB_PER_MINUTE = 1;
const MAX_ADDED_FILES = 16;
if (LONG) jest.setTimeout(LOAD_MS + 300_000);

let app: TestApp;
let service: ServiceProcess;
let unchanged: string;
let growing: string;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  ({ uid: unchanged } = await makeDeployedAsset(app, { name: 'Unchanged' }));
  ({ uid: growing } = await makeDeployedAsset(app, { name: 'Growing' }));
  const photo = { name: 'one.jpg', content: 'no picture' };
  for (let row = 0; row < ROWS; row += 1)
    await submit(app, unchanged, row % 8 === 0 ? { files: [photo] } : {});
  service = await ServiceProcess.startFor(app, { ROLE: 'all' });
});
afterAll(async () => {
  await service.kill();
  await app.stop();
});

const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(service.origin + path, {
    ...init,
    headers: { Authorization: `Token ${app.tokenOf('owner')}`, ...init.headers },
  });

/** Reads a response. @returns its size in bytes, without the padding of a page */
async function bytesOf(response: Response | Promise<Response>): Promise<number> {
  const { status, body } = await response;
  const chunks: Uint8Array[] = [];
  if (body !== null) for await (const chunk of body) chunks.push(chunk as Uint8Array);
  const bytes = withoutPadding(Buffer.concat(chunks).toString('latin1')).length;
  if (status >= 500) throw new Error(`${(await response).url} returned ${status}`);
  return bytes;
}

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

function submissionOf(values: Parameters<typeof instanceXml>[1], file?: string): RequestInit {
  const body = new FormData();
  body.append('xml_submission_file', new Blob([instanceXml(growing, values)]), 'answer.xml');
  if (file !== undefined) body.append(file, new Blob([randomUUID()]), file);
  return { method: 'POST', body };
}

const assetPath = (uid: string, suffix = ''): string => `/api/v2/assets/${uid}/${suffix}`;

const reads = (): string[] => [
  assetPath(unchanged),
  assetPath(unchanged, 'data/?limit=20'),
  assetPath(unchanged, 'data/?query={"person/age":{"$gt":3}}&sort={"person/name":-1}'),
  assetPath(unchanged, 'data.csv'),
  assetPath(unchanged, 'data.ndjson'),
  assetPath(unchanged, 'data/?format=geojson'),
  assetPath(unchanged, 'data/?format=api'),
  assetPath(unchanged, 'reports/'),
  assetPath(unchanged, 'reports/?format=html'),
  assetPath(unchanged, 'odata/$metadata'),
  `${assetPath(unchanged)}.xls`,
  `${assetPath(unchanged)}.xml`,
  '/formList',
  '/me/',
  '/api/docs/',
  '/api/v2/assets/nowhere/',
];

const writes: readonly (() => Promise<unknown>)[] = [
  () => bytesOf(send('/submission', submissionOf({}))),
  () => bytesOf(send('/submission', submissionOf({ answers: '<photo>a.jpg</photo>' }, 'a.jpg'))),
  async () => {
    const uuid = randomUUID();
    await bytesOf(send('/submission', submissionOf({ uuid })));
    await bytesOf(send('/submission', submissionOf({ deprecates: uuid })));
    await bytesOf(send(assetPath(growing, `data/${uuid}/`), { method: 'DELETE' }));
  },
  async () => {
    const created = await send('/api/v2/assets/', json('POST', { name: 'Short-lived', asset_type: 'block' }));
    const { uid } = (await created.json()) as { uid: string };
    await bytesOf(send(assetPath(uid), json('PATCH', { name: 'Renamed' })));
    await bytesOf(send(assetPath(uid), { method: 'DELETE' }));
  },
  () => bytesOf(send(assetPath(unchanged, 'exports/'), json('POST', EXPORT_DEFAULTS))),
  () => bytesOf(send('/submission', { method: 'POST', body: 'no form' })),
  () => bytesOf(send(assetPath(growing, 'data/?sort={"_submission_time":-1}&limit=100'))),
];

const residentMegabytes = (): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) / 1024;
const openFiles = (): number => readdirSync(`/proc/${service.pid}/fd`).length;

/** Slope of the linear regression of equidistant values. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const products = values.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0);
  return products / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}

it('has no leaks after long work: memory, files, transactions, and responds the same', async () => {
  await makeAsset(app, { name: 'Draft' });
  const until = performance.now() + LOAD_MS;
  const maxRequests = 2 * ROUNDS * reads().length;
  const sizes = new Map<string, Set<number>>();
  let requests = 0;
  const isRunning = (): boolean => (LONG ? performance.now() < until : requests < maxRequests);
  const client = async (): Promise<void> => {
    while (isRunning()) {
      const number = (requests += 1);
      if (number % 2 === 0) await writes[(number / 2) % writes.length]!();
      else {
        const path = reads()[((number - 1) / 2) % reads().length]!;
        const bytes = await bytesOf(send(path));
        sizes.set(path, (sizes.get(path) ?? new Set()).add(bytes));
      }
      await pause(PAUSE_MS);
    }
  };
  const memory: number[] = [];
  const files: number[] = [];
  const sample = async (): Promise<void> => {
    while (isRunning()) {
      await pause(SAMPLE_MS);
      memory.push(residentMegabytes());
      files.push(openFiles());
    }
  };
  await Promise.all([sample(), ...Array.from({ length: CLIENTS }, client)]);

  const warm = memory.slice(Math.floor(memory.length * WARM_UP_SHARE));
  const slope = slopeOf(warm) * (60_000 / SAMPLE_MS);
  process.stderr.write(
    `soak: ${requests} requests; ${memory.at(0)!.toFixed(0)} MB at first, ${warm.at(0)!.toFixed(0)} warm, ` +
      `${memory.at(-1)!.toFixed(0)} at last, ${slope.toFixed(2)} MB per minute; ${files.at(-1)} files\n`,
  );
  expect([...sizes].filter(([, different]) => different.size > 1)).toEqual([]);
  expect(sizes.size).toBe(reads().length);
  const waiting = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`;
  await eventually(
    () => app.rows(waiting),
    (transactions) => transactions.length === 0,
  );
  expect(openFiles()).toBeLessThan(files[Math.floor(files.length * WARM_UP_SHARE)]! + MAX_ADDED_FILES);
  if (LONG) expect(slope).toBeLessThan(MAX_MB_PER_MINUTE);
});
