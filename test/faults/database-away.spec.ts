import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SURVEY_CONTENT } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { PASSWORD } from '../support/app';
import { eventually } from '../support/eventually';
import { OwnPostgres } from '../support/own-postgres';
import { printedSeed, Random } from '../support/random';
import { ServiceProcess } from '../support/service-process';
import { byTurns } from '../support/ways-in';

const FULL = process.env['TEST_PROFILE'] === 'full';
const ROUNDS = FULL ? 5 : 1;
const CLIENTS = 12;
/** Longer than any wait may be, so that each is seen to its end. */
const AWAY_MS = 6_500;
/** Of the full profile, whose machine does nothing else. */
const MOST_MS = 5_000;

interface Answer {
  readonly what: string;
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

interface Question {
  readonly what: string;
  readonly path: () => string;
  readonly init?: () => RequestInit;
}

interface Fault {
  readonly name: string;
  /** Takes the database away. @returns what brings it back, when that is not its own doing */
  readonly strike: (postgres: OwnPostgres) => Promise<() => void> | (() => void) | Promise<void> | void;
}

const EVERY_FAULT: readonly Fault[] = [
  { name: 'frozen', strike: (postgres) => postgres.freeze() },
  { name: 'frozen on the connections that there are', strike: (postgres) => postgres.freezeBackends() },
  { name: 'that ends its connections', strike: (postgres) => postgres.terminateBackends() },
  { name: 'restarted', strike: (postgres) => postgres.restart() },
  { name: 'killed', strike: (postgres) => postgres.kill() },
];
/** The short profile takes the two that are least alike. */
const FAULTS = EVERY_FAULT.filter(({ name }) => FULL || name === 'frozen' || name === 'killed');

if (FULL) jest.setTimeout(30 * 60_000);

const random = new Random(printedSeed('database-away'));
const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-away-'));
const acknowledged = new Set<string>();
let postgres: OwnPostgres;
let service: ServiceProcess;
let authorization: string;
let uid: string;

const json = (value: object, method = 'POST'): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

const QUESTIONS: readonly Question[] = [
  { what: 'page', path: () => `/api/v2/assets/${uid}/data/?limit=50` },
  { what: 'filtered page', path: () => `/api/v2/assets/${uid}/data/?query={"_id":{"$gt":3}}` },
  { what: 'asset', path: () => `/api/v2/assets/${uid}/` },
  { what: 'list', path: () => '/api/v2/assets/' },
  { what: 'change', path: () => `/api/v2/assets/${uid}/`, init: () => json({ name: 'Changed' }, 'PATCH') },
  { what: 'openrosa list', path: () => '/formList' },
  { what: 'openrosa form', path: () => `/forms/${uid}/form.xml` },
];

beforeAll(async () => {
  postgres = await OwnPostgres.start();
  service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SECRET_KEY: randomUUID().repeat(2),
    SUPERUSER_PASSWORD: PASSWORD,
  });
  authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  const { token } = await made('/token/?format=json', {});
  authorization = `Token ${token}`;
  const form = { asset_type: 'survey', name: 'Away', content: SURVEY_CONTENT };
  uid = (await made('/api/v2/assets/', json(form)))['uid']!;
  await made(`/api/v2/assets/${uid}/deployment/`, json({ active: true }));
});
afterAll(async () => {
  await service.kill();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it.each(FAULTS)('$name: 503 in time, in the right words, and healed by itself', async ({ name, strike }) => {
  let refusals = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers: Answer[] = [];
    let done = false;
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!done) answers.push(random.chance(0.3) ? await submit() : await ask(random.pick(QUESTIONS)));
    });
    await pause(500);
    const bringBack = await strike(postgres);
    await pause(AWAY_MS);
    bringBack?.();
    await postgres.answers();
    const back = performance.now();
    await eventually(
      () => Promise.all(QUESTIONS.map(ask)),
      (all) => all.every(({ status }) => status === 200),
    );
    const healMs = performance.now() - back;
    done = true;
    await Promise.all(clients);

    const slowest = Math.max(...answers.map(({ ms }) => ms));
    const refused = answers.filter(({ status }) => status >= 400);
    const figures = `${answers.length} answers, ${refused.length} refused, slowest ${slowest.toFixed(0)} ms, healed in ${healMs.toFixed(0)} ms`;
    process.stderr.write(`database-away: ${name}: ${figures}\n`);
    expect(refused.filter((answer) => !isRefusalInTheRightWords(answer))).toEqual([]);
    refusals += refused.length;
    if (FULL) expect(Math.max(slowest, healMs)).toBeLessThan(MOST_MS);
  }
  // Connections may end while none of them is asked anything.
  expect(refusals).toBeGreaterThan(0);
});

it('lost nothing that was acknowledged, and kept nothing twice', async () => {
  const stored = new Map<string, number>();
  for (let path: string | null = `/api/v2/assets/${uid}/data/?limit=1000`; path !== null;) {
    const page: { next: string | null; results: { _uuid: string }[] } = JSON.parse(
      (await request(path)).body,
    );
    for (const { _uuid } of page.results) stored.set(_uuid, (stored.get(_uuid) ?? 0) + 1);
    path = page.next === null ? null : new URL(page.next).pathname + new URL(page.next).search;
  }
  expect([...acknowledged].filter((uuid) => !stored.has(uuid))).toEqual([]);
  expect([...stored].filter(([, times]) => times > 1)).toEqual([]);
});

function isRefusalInTheRightWords({ what, status, retryAfter, body }: Answer): boolean {
  const speaks = what.startsWith('openrosa')
    ? body.includes('<OpenRosaResponse xmlns="http://openrosa.org/http/response">')
    : typeof (JSON.parse(body) as { detail: unknown }).detail === 'string';
  return status === 503 && Number(retryAfter) > 0 && speaks;
}

async function ask({ what, path, init }: Question): Promise<Answer> {
  return { what, ...(await request(path(), init?.())) };
}

async function submit(): Promise<Answer> {
  const uuid = randomUUID();
  const body = new FormData();
  body.set('xml_submission_file', new Blob([instanceXml(uid, { uuid })]), 'submission.xml');
  const answer = await request('/submission', { method: 'POST', body, headers: byTurns() });
  if (answer.status === 201) acknowledged.add(uuid);
  return { what: 'openrosa submission', ...answer };
}

async function request(path: string, init: RequestInit = {}): Promise<Omit<Answer, 'what'>> {
  const started = performance.now();
  const headers = { Authorization: authorization, ...(init.headers as Record<string, string>) };
  const answer = await fetch(service.origin + path, { ...init, headers });
  const body = await answer.text();
  const retryAfter = answer.headers.get('retry-after');
  return { status: answer.status, ms: performance.now() - started, retryAfter, body };
}

async function made(path: string, init: RequestInit): Promise<Record<string, string>> {
  const { status, body } = await request(path, init);
  if (status >= 300) throw new Error(`${path} answered ${status}: ${body}`);
  return JSON.parse(body) as Record<string, string>;
}
