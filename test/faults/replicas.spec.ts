import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSnapshot } from '../../src/backup/database-snapshot';
import { PASSWORD } from '../support/app';
import { eventually } from '../support/eventually';
import { ReplicatedPostgres } from '../support/replicated-postgres';
import { ServiceProcess } from '../support/service-process';
import { SubmittingClient } from './submitting-client';
import { withClient } from '../support/test-database';

/** More than the buffers between the database and a client hold. */
const ROWS = 30_000;

const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-replicas-'));
let postgres: ReplicatedPostgres;
let service: ServiceProcess;
let client: SubmittingClient;

beforeAll(async () => {
  postgres = await ReplicatedPostgres.start({ isSynchronous: false });
  service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.primaryUrl,
    DATABASE_REPLICA_URL: postgres.standbyUrl,
    // Long for an idle replica on a busy machine, short for one that is paused.
    DATABASE_REPLICA_MAX_LAG_MS: '3000',
    SECRET_KEY: randomUUID().repeat(2),
    SUPERUSER_PASSWORD: PASSWORD,
  });
  client = new SubmittingClient(service.origin);
  await client.prepare();
});
afterAll(async () => {
  await service.kill();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const path = (below: string): string => `/api/v2/assets/${client.uid}/${below}`;

async function uuidsOfStream(): Promise<string[]> {
  const { body } = await client.request(path('data.ndjson'));
  return uuidsOf(body);
}

const uuidsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { _uuid: string })._uuid);

/** Reads by the server that served them, from /metrics. */
async function served(): Promise<Record<string, number>> {
  const { body } = await client.request('/metrics');
  const lines = body.matchAll(/^database_replica_reads_total\{server="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, server, reads]) => [server!, Number(reads)]));
}

async function servedDuring(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await served();
  await work();
  const after = await served();
  return Object.fromEntries(Object.keys(after).map((server) => [server, after[server]! - before[server]!]));
}

const expectOk = async (below: string): Promise<void> => {
  expect((await client.request(path(below))).status).toBe(200);
};

it('serves a caller its own submissions from the replica', async () => {
  const reads = await servedDuring(async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 5 }, () => client.submit()));
      expect((await uuidsOfStream()).sort()).toEqual([...client.acknowledged].sort());
    }
  });
  expect(reads['replica']).toBe(10);
});

it.each([
  ['a CSV', () => expectOk('data.csv')],
  ['a report', () => expectOk('reports/')],
  ['OData', () => expectOk('odata/Submissions')],
  [
    'the second page of a list',
    async () => {
      const first = await client.request(path('data/?limit=20'));
      const next = new URL((JSON.parse(first.body) as { next: string }).next);
      const second = await client.request(next.pathname + next.search);
      expect((JSON.parse(second.body) as { results: unknown[] }).results).toHaveLength(20);
    },
  ],
])('reads %s from the replica', async (_, read) => {
  expect(await servedDuring(read)).toEqual({ replica: 1, primary: 0, failed: 0 });
});

it('reads an export from the replica', async () => {
  const reads = await servedDuring(async () => {
    const request = { type: 'csv', lang: '_default', group_sep: '/', hierarchy_in_labels: false };
    const options = { fields_from_all_versions: true, multiple_select: 'both' };
    const { url } = await client.postJson<{ url: string }>(path('exports/'), { ...request, ...options });
    await eventually(
      async () =>
        (JSON.parse((await client.request(new URL(url).pathname)).body) as { status: string }).status,
      (status) => status === 'complete',
    );
  });
  expect(reads['replica']).toBeGreaterThanOrEqual(1);
});

it('backs up from the replica, with the files locked on the primary', async () => {
  const snapshot = await DatabaseSnapshot.open(postgres.primaryUrl, postgres.standbyUrl);
  try {
    expect(snapshot.isOnReplica).toBe(true);
    const table = snapshot.tables.find(({ name }) => name === 'submission')!;
    const rows = snapshot.copyTable(table);
    for await (const _ of rows) continue;
    expect(rows.rowCount).toBe(client.acknowledged.size);
    const locks = await withClient(postgres.primaryUrl, (primary) =>
      primary.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'`),
    );
    expect(locks.rowCount).toBeGreaterThan(0);
  } finally {
    await snapshot.close();
  }
});

it('reads from the primary while the replica is behind, and tells the lag', async () => {
  await postgres.onStandby('SELECT pg_wal_replay_pause()');
  try {
    await client.submit();
    const reads = await servedDuring(async () => {
      expect((await uuidsOfStream()).sort()).toEqual([...client.acknowledged].sort());
    });
    expect(reads).toMatchObject({ replica: 0, primary: 1 });
    const { body } = await client.request('/metrics');
    expect(
      Number(/^database_replica_lag_bytes\{replica="[\d.:]+"\} (\d+)$/m.exec(body)?.[1]),
    ).toBeGreaterThan(0);
  } finally {
    await postgres.onStandby('SELECT pg_wal_replay_resume()');
  }
});

it('ends a stream from the primary when the replica dies', async () => {
  await withClient(postgres.primaryUrl, (primary) =>
    primary.query(
      `INSERT INTO submission
       SELECT s.asset_id, n.id, n.uuid, n.uuid, s.xml_hash, 0, s.version_uid, s.submitted_by, s.date_submitted,
              s.date_modified, s.answers, replace(s.json, s.uuid, n.uuid), s.xml, NULL
         FROM (SELECT * FROM submission ORDER BY id LIMIT 1) AS s,
              (SELECT nextval('submission_id_seq') AS id, gen_random_uuid()::text AS uuid
                 FROM generate_series(1, ${ROWS})) AS n`,
    ),
  );
  await postgres.waitUntilReplicated();
  // A replica that was behind is passed over for a second.
  await eventually(
    () => servedDuring(() => client.request(path('reports/'))),
    ({ replica }) => replica === 1,
  );
  const reads = await servedDuring(async () => {
    const response = await fetch(service.origin + path('data.ndjson'), {
      headers: { Authorization: client.authorization },
    });
    const received: Uint8Array[] = [];
    for await (const chunk of response.body!) {
      if (received.push(chunk) === 1) postgres.killStandby();
    }
    const uuids = uuidsOf(Buffer.concat(received).toString());
    expect(uuids).toHaveLength(ROWS + client.acknowledged.size);
    expect(new Set(uuids).size).toBe(uuids.length);
  });
  expect(reads).toMatchObject({ replica: 1, failed: 1 });
});

it('reads from the primary without a replica, and from the replica once it is back', async () => {
  const read = () => servedDuring(() => client.request(path('reports/')));
  expect(await read()).toMatchObject({ replica: 0, primary: 1 });
  await postgres.startStandby();
  await eventually(read, ({ replica }) => replica === 1);
});
