import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SURVEY_CONTENT } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { Random, testSeed } from '../fixtures/random';
import { PASSWORD } from '../support/app';
import { eventually } from '../support/eventually';
import { ReplicatedPostgres } from '../support/replicated-postgres';
import { ServiceProcess } from '../support/service-process';

const ROUNDS = process.env['TEST_PROFILE'] === 'long' ? 5 : 1;
const CLIENTS = 32;
const MIN_BEFORE = 200;
const MIN_AFTER = 200;
const MAX_DELAY_MS = 1_500;

interface Outcome {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

const random = new Random(testSeed());

/** A service on two servers, with a form that clients submit to. */
class Trial {
  readonly acknowledged = new Set<string>();
  readonly refused: Outcome[] = [];
  private authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  private uid = '';

  constructor(private readonly service: ServiceProcess) {}

  async prepare(): Promise<void> {
    const { token } = await this.postJson<{ token: string }>('/token/?format=json', {});
    this.authorization = `Token ${token}`;
    const form = { asset_type: 'survey', name: 'Failover', content: SURVEY_CONTENT };
    this.uid = (await this.postJson<{ uid: string }>('/api/v2/assets/', form)).uid;
    await this.postJson(`/api/v2/assets/${this.uid}/deployment/`, { active: true });
  }

  async submit(): Promise<void> {
    const uuid = randomUUID();
    const body = new FormData();
    body.set('xml_submission_file', new Blob([instanceXml(this.uid, { uuid })]), 'submission.xml');
    const outcome = await this.request('/submission', { method: 'POST', body });
    if (outcome.status === 201) this.acknowledged.add(uuid);
    else this.refused.push(outcome);
  }

  /** How often each uuid is stored. */
  async stored(): Promise<Map<string, number>> {
    const stored = new Map<string, number>();
    for (let path: string | null = `/api/v2/assets/${this.uid}/data/?limit=1000`; path !== null;) {
      const { body } = await this.request(path);
      const page = JSON.parse(body) as { next: string | null; results: { _uuid: string }[] };
      for (const { _uuid } of page.results) stored.set(_uuid, (stored.get(_uuid) ?? 0) + 1);
      path = page.next === null ? null : new URL(page.next).pathname + new URL(page.next).search;
    }
    return stored;
  }

  async request(path: string, init: RequestInit = {}): Promise<Outcome> {
    const headers = { Authorization: this.authorization, ...(init.headers as Record<string, string>) };
    const response = await fetch(this.service.origin + path, { ...init, headers });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.text(),
    };
  }

  private async postJson<Result>(path: string, value: object): Promise<Result> {
    const { status, body } = await this.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(value),
    });
    if (status >= 300) throw new Error(`${path} returned ${status}: ${body}`);
    return JSON.parse(body) as Result;
  }
}

/** Starts two servers and a service on both, runs the trial, and removes them. */
async function withTrial(work: (postgres: ReplicatedPostgres, trial: Trial) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-failover-'));
  const postgres = await ReplicatedPostgres.start({ isSynchronous: true });
  const service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SECRET_KEY: randomUUID().repeat(2),
    SUPERUSER_PASSWORD: PASSWORD,
  });
  try {
    const trial = new Trial(service);
    await trial.prepare();
    await work(postgres, trial);
  } finally {
    await service.kill();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'loses no acknowledged submission when the primary dies and its synchronous standby is promoted (%i)',
  () =>
    withTrial(async (postgres, trial) => {
      let done = false;
      const clients = Array.from({ length: CLIENTS }, async () => {
        while (!done) await trial.submit();
      });
      const count = (): Promise<number> => Promise.resolve(trial.acknowledged.size);
      await eventually(count, (acknowledged) => acknowledged >= MIN_BEFORE);
      await pause(random.between(0, MAX_DELAY_MS));
      postgres.killPrimary();
      const before = trial.acknowledged.size;
      await pause(random.between(0, MAX_DELAY_MS));
      const promoted = performance.now();
      await postgres.promote();
      // The former standby has no standby to wait for.
      await postgres.onStandby(`ALTER SYSTEM SET synchronous_standby_names = ''`);
      await postgres.onStandby('SELECT pg_reload_conf()');
      await eventually(count, (acknowledged) => acknowledged > before);
      const healedMs = performance.now() - promoted;
      await eventually(count, (acknowledged) => acknowledged >= before + MIN_AFTER);
      done = true;
      await Promise.all(clients);

      process.stderr.write(
        `failover: ${trial.acknowledged.size} acknowledged, ${trial.refused.length} refused, healed ${healedMs.toFixed(0)} ms after the promotion\n`,
      );
      expect(trial.refused.length).toBeGreaterThan(0);
      expect(trial.refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual(
        [],
      );
      const stored = await trial.stored();
      expect([...trial.acknowledged].filter((uuid) => !stored.has(uuid))).toEqual([]);
      expect([...stored].filter(([, times]) => times > 1)).toEqual([]);
    }),
);

it('passes over a standby that stands first in DATABASE_URL', async () => {
  const postgres = await ReplicatedPostgres.start({ isSynchronous: false });
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-failover-'));
  const hosts = [postgres.standbyUrl, postgres.primaryUrl].map((url) => new URL(url).host).join(',');
  const service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.primaryUrl.replace(/@[^/]+/, `@${hosts}`),
    SECRET_KEY: randomUUID().repeat(2),
    SUPERUSER_PASSWORD: PASSWORD,
  });
  try {
    await new Trial(service).prepare();
  } finally {
    await service.kill();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
