import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SURVEY_CONTENT } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { PASSWORD } from '../support/app';
import { eventually } from '../support/eventually';
import { DisposablePostgres } from '../support/disposable-postgres';
import { Random, testSeed } from '../fixtures/random';
import { ServiceProcess } from '../support/service-process';
import { FORM_READERS } from '../support/form-readers';

const LONG = process.env['TEST_PROFILE'] === 'long';
const ROUNDS = LONG ? 5 : 1;
const CLIENTS = 12;
/** Longer than any timeout, so that each is observed. */
const OUTAGE_MS = 6_500;
/** Long profile only: it has the machine to itself. */
const MAX_MS = 5_000;

interface Outcome {
  readonly kind: string;
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

interface RequestKind {
  readonly kind: string;
  readonly path: () => string;
  readonly init?: () => RequestInit;
}

interface Fault {
  readonly name: string;
  /** Interrupts the database. @returns a function that recovers it, if it does not recover alone */
  readonly inject: (
    postgres: DisposablePostgres,
  ) => Promise<() => void> | (() => void) | Promise<void> | void;
}

const EVERY_FAULT: readonly Fault[] = [
  { name: 'frozen', inject: (postgres) => postgres.freeze() },
  { name: 'frozen on open connections', inject: (postgres) => postgres.freezeBackends() },
  { name: 'closing its connections', inject: (postgres) => postgres.terminateBackends() },
  { name: 'restarted', inject: (postgres) => postgres.restart() },
  { name: 'killed', inject: (postgres) => postgres.kill() },
];
const FAULTS = EVERY_FAULT.filter(({ name }) => LONG || name === 'frozen' || name === 'killed');

if (LONG) jest.setTimeout(30 * 60_000);

const random = new Random(testSeed());
const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-outage-'));
const acknowledged = new Set<string>();
let postgres: DisposablePostgres;
let service: ServiceProcess;
let authorization: string;
let uid: string;

const json = (value: object, method = 'POST'): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(value),
});

const REQUESTS: readonly RequestKind[] = [
  { kind: 'page', path: () => `/api/v2/assets/${uid}/data/?limit=50` },
  { kind: 'filtered page', path: () => `/api/v2/assets/${uid}/data/?query={"_id":{"$gt":3}}` },
  { kind: 'asset', path: () => `/api/v2/assets/${uid}/` },
  { kind: 'list', path: () => '/api/v2/assets/' },
  { kind: 'change', path: () => `/api/v2/assets/${uid}/`, init: () => json({ name: 'Changed' }, 'PATCH') },
  { kind: 'openrosa list', path: () => '/formList' },
  { kind: 'openrosa form', path: () => `/forms/${uid}/form.xml` },
];

/** Jobs that end while the database is away must not end the service. */
const SENT: readonly RequestKind[] = [
  ...REQUESTS,
  {
    kind: 'export',
    path: () => `/api/v2/assets/${uid}/exports/`,
    init: () =>
      json({
        type: 'csv',
        lang: '_default',
        group_sep: '/',
        hierarchy_in_labels: false,
        fields_from_all_versions: true,
        multiple_select: 'both',
      }),
  },
];

beforeAll(async () => {
  postgres = await DisposablePostgres.start();
  service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SECRET_KEY: randomUUID().repeat(2),
    SUPERUSER_PASSWORD: PASSWORD,
  });
  authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  const { token } = await postJson('/token/?format=json', {});
  authorization = `Token ${token}`;
  const form = { asset_type: 'survey', name: 'Outage', content: SURVEY_CONTENT };
  uid = (await postJson('/api/v2/assets/', json(form)))['uid']!;
  await postJson(`/api/v2/assets/${uid}/deployment/`, json({ active: true }));
});
afterAll(async () => {
  await service.kill();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it.each(FAULTS)(
  "$name: responds 503 in time and in the protocol's format, and recovers",
  async ({ name, inject }) => {
    let refusals = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcomes: Outcome[] = [];
      let done = false;
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (!done) outcomes.push(random.chance(0.3) ? await submit() : await send(random.pick(SENT)));
      });
      await pause(500);
      const recover = await inject(postgres);
      await pause(OUTAGE_MS);
      recover?.();
      await postgres.waitUntilReady();
      const recovered = performance.now();
      await eventually(
        () => Promise.all(REQUESTS.map(send)),
        (all) => all.every(({ status }) => status === 200),
      );
      const recoveryMs = performance.now() - recovered;
      done = true;
      await Promise.all(clients);

      const slowest = Math.max(...outcomes.map(({ ms }) => ms));
      const refused = outcomes.filter(({ status }) => status >= 400);
      const figures = `${outcomes.length} responses, ${refused.length} refused, slowest ${slowest.toFixed(0)} ms, recovered in ${recoveryMs.toFixed(0)} ms`;
      process.stderr.write(`database-outage: ${name}: ${figures}\n`);
      expect(refused.filter((outcome) => !isWellFormedRefusal(outcome))).toEqual([]);
      refusals += refused.length;
      if (LONG) expect(Math.max(slowest, recoveryMs)).toBeLessThan(MAX_MS);
    }
    // Connections may end while idle.
    expect(refusals).toBeGreaterThan(0);
  },
);

it('lost no acknowledged submission and stored none twice', async () => {
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

function isWellFormedRefusal({ kind, status, retryAfter, body }: Outcome): boolean {
  const isWellFormed = kind.startsWith('openrosa')
    ? body.includes('<OpenRosaResponse xmlns="http://openrosa.org/http/response">')
    : typeof (JSON.parse(body) as { detail: unknown }).detail === 'string';
  return status === 503 && Number(retryAfter) > 0 && isWellFormed;
}

async function send({ kind, path, init }: RequestKind): Promise<Outcome> {
  return { kind, ...(await request(path(), init?.())) };
}

/** Sends a submission on one of its paths. */
async function submit(): Promise<Outcome> {
  const [pathName, headers] = random.pick(FORM_READERS);
  const uuid = randomUUID();
  const body = new FormData();
  body.set('xml_submission_file', new Blob([instanceXml(uid, { uuid })]), 'submission.xml');
  const response = await request('/submission', { method: 'POST', body, headers });
  if (response.status === 201) acknowledged.add(uuid);
  return { kind: `openrosa submission on the ${pathName}`, ...response };
}

async function request(path: string, init: RequestInit = {}): Promise<Omit<Outcome, 'kind'>> {
  const started = performance.now();
  const headers = { Authorization: authorization, ...(init.headers as Record<string, string>) };
  const response = await fetch(service.origin + path, { ...init, headers }).catch((cause: unknown) => {
    throw new Error(`No response. The service wrote: ${service.recentOutput}`, { cause });
  });
  const body = await response.text();
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, ms: performance.now() - started, retryAfter, body };
}

async function postJson(path: string, init: RequestInit): Promise<Record<string, string>> {
  const { status, body } = await request(path, init);
  if (status >= 300) throw new Error(`${path} returned ${status}: ${body}`);
  return JSON.parse(body) as Record<string, string>;
}
