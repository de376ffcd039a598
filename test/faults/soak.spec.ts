import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { makeAsset, makeDeployedAsset } from '../factories/asset.factory';
import { USUAL } from '../factories/export.factory';
import { instanceXml, submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { ServiceProcess } from '../support/service-process';

const FULL = process.env['TEST_PROFILE'] === 'full';
const CLIENTS = 4;
const PAUSE_MS = FULL ? 100 : 40;
const ROWS = 40;
const SAMPLE_MS = FULL ? 10_000 : 100;
/** The long one goes on for a time, the short one until everything was asked so often, however busy the machine is. */
const LOAD_MS = 30 * 60_000;
const EACH = 4;
/** What is compiled and remembered once is there by then. */
const WARM = 1 / 3;
const MOST_MB_A_MINUTE = 1;
/** Connections that happen to be open when it is looked. */
const MOST_MORE_FILES = 16;
if (FULL) jest.setTimeout(LOAD_MS + 300_000);

let app: TestApp;
let service: ServiceProcess;
/** Nothing changes in this one. */
let still: string;
let growing: string;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  ({ uid: still } = await makeDeployedAsset(app, { name: 'Still' }));
  ({ uid: growing } = await makeDeployedAsset(app, { name: 'Growing' }));
  const photo = { name: 'one.jpg', content: 'no picture' };
  for (let row = 0; row < ROWS; row += 1) await submit(app, still, row % 8 === 0 ? { files: [photo] } : {});
  service = await ServiceProcess.beside(app, { ROLE: 'all' });
});
afterAll(async () => {
  await service.kill();
  await app.stop();
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(service.origin + path, {
    ...init,
    headers: { Authorization: `Token ${app.tokenOf('owner')}`, ...init.headers },
  });

/** @returns the bytes of the answer, whatever it is */
async function bytesOf(answer: Response | Promise<Response>): Promise<number> {
  const { status, body } = await answer;
  let bytes = 0;
  if (body !== null) for await (const chunk of body) bytes += (chunk as Uint8Array).length;
  if (status >= 500) throw new Error(`${(await answer).url} is answered ${status}`);
  return bytes;
}

const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

function posted(values: Parameters<typeof instanceXml>[1], file?: string): RequestInit {
  const body = new FormData();
  body.append('xml_submission_file', new Blob([instanceXml(growing, values)]), 'answer.xml');
  if (file !== undefined) body.append(file, new Blob([randomUUID()]), file);
  return { method: 'POST', body };
}

const assetPath = (uid: string, rest = ''): string => `/api/v2/assets/${uid}/${rest}`;

/** Each is answered alike every time. */
const reads = (): string[] => [
  assetPath(still),
  assetPath(still, 'data/?limit=20'),
  assetPath(still, 'data/?query={"person/age":{"$gt":3}}&sort={"person/name":-1}'),
  assetPath(still, 'data.csv'),
  assetPath(still, 'data.ndjson'),
  assetPath(still, 'data/?format=geojson'),
  assetPath(still, 'data/?format=api'),
  assetPath(still, 'reports/'),
  assetPath(still, 'reports/?format=html'),
  assetPath(still, 'odata/$metadata'),
  `${assetPath(still)}.xls`,
  `${assetPath(still)}.xml`,
  '/formList',
  '/me/',
  '/api/docs/',
  '/api/v2/assets/nowhere/',
];

const writes: readonly (() => Promise<unknown>)[] = [
  () => bytesOf(ask('/submission', posted({}))),
  () => bytesOf(ask('/submission', posted({ answers: '<photo>a.jpg</photo>' }, 'a.jpg'))),
  async () => {
    const uuid = randomUUID();
    await bytesOf(ask('/submission', posted({ uuid })));
    await bytesOf(ask('/submission', posted({ deprecates: uuid })));
    await bytesOf(ask(assetPath(growing, `data/${uuid}/`), { method: 'DELETE' }));
  },
  async () => {
    const made = await ask('/api/v2/assets/', json('POST', { name: 'Short-lived', asset_type: 'block' }));
    const { uid } = (await made.json()) as { uid: string };
    await bytesOf(ask(assetPath(uid), json('PATCH', { name: 'Renamed' })));
    await bytesOf(ask(assetPath(uid), { method: 'DELETE' }));
  },
  () => bytesOf(ask(assetPath(still, 'exports/'), json('POST', USUAL))),
  () => bytesOf(ask('/submission', { method: 'POST', body: 'no form' })),
  () => bytesOf(ask(assetPath(growing, 'data/?sort={"_submission_time":-1}&limit=100'))),
];

const residentMegabytes = (): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) / 1024;
const openFiles = (): number => readdirSync(`/proc/${service.pid}/fd`).length;

/** Of the line that is nearest to points at equal distances. @returns how much a step adds */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const products = values.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0);
  return products / values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
}

it('is after long work as it was: memory, files, transactions, answers', async () => {
  await makeAsset(app, { name: 'Draft' });
  const until = performance.now() + LOAD_MS;
  const turns = 2 * EACH * reads().length;
  const sizes = new Map<string, Set<number>>();
  let asked = 0;
  const goesOn = (): boolean => (FULL ? performance.now() < until : asked < turns);
  const client = async (): Promise<void> => {
    while (goesOn()) {
      const turn = (asked += 1);
      if (turn % 2 === 0) await writes[(turn / 2) % writes.length]!();
      else {
        const path = reads()[((turn - 1) / 2) % reads().length]!;
        const bytes = await bytesOf(ask(path));
        sizes.set(path, (sizes.get(path) ?? new Set()).add(bytes));
      }
      await pause(PAUSE_MS);
    }
  };
  const memory: number[] = [];
  const files: number[] = [];
  const watch = async (): Promise<void> => {
    while (goesOn()) {
      await pause(SAMPLE_MS);
      memory.push(residentMegabytes());
      files.push(openFiles());
    }
  };
  await Promise.all([watch(), ...Array.from({ length: CLIENTS }, client)]);

  const warm = memory.slice(Math.floor(memory.length * WARM));
  const slope = slopeOf(warm) * (60_000 / SAMPLE_MS);
  process.stderr.write(
    `soak: ${asked} turns; ${memory.at(0)!.toFixed(0)} MB at first, ${warm.at(0)!.toFixed(0)} warm, ` +
      `${memory.at(-1)!.toFixed(0)} at last, ${slope.toFixed(2)} MB a minute; ${files.at(-1)} files\n`,
  );
  expect([...sizes].filter(([, different]) => different.size > 1)).toEqual([]);
  expect(sizes.size).toBe(reads().length);
  const waiting = `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'`;
  await eventually(
    () => app.rows(waiting),
    (idle) => idle.length === 0,
  );
  expect(openFiles()).toBeLessThan(files[Math.floor(files.length * WARM)]! + MOST_MORE_FILES);
  if (FULL) expect(slope).toBeLessThan(MOST_MB_A_MINUTE);
});
