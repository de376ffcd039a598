import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random, testSeed } from '../fixtures/random';
import { PASSWORD } from '../support/app';
import { eventually } from '../support/eventually';
import { ReplicatedPostgres } from '../support/replicated-postgres';
import { ServiceProcess } from '../support/service-process';
import { SubmittingClient } from './submitting-client';

const ROUNDS = process.env['TEST_PROFILE'] === 'long' ? 5 : 1;
const CLIENTS = 32;
const MIN_BEFORE = 200;
const MIN_AFTER = 200;
const MAX_DELAY_MS = 1_500;

const random = new Random(testSeed());

/** Starts two servers and a service on both, runs the trial, and removes them. */
async function withTrial(
  work: (postgres: ReplicatedPostgres, trial: SubmittingClient) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-failover-'));
  const postgres = await ReplicatedPostgres.start({ isSynchronous: true });
  const service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SECRET_KEY: randomUUID().repeat(2),
    SUPERUSER_PASSWORD: PASSWORD,
  });
  try {
    const trial = new SubmittingClient(service.origin);
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
    await new SubmittingClient(service.origin).prepare();
  } finally {
    await service.kill();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
