import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Client, escapeIdentifier } from 'pg';
import { DataSource } from 'typeorm';
import { createClient, DatabaseAddress } from '../../../database/connection/open-connection';
import { answerIndexNameSql, indexedAnswerSql } from '../../../database/query/answers-sql';
import { checkedInteger } from '../../../database/query/sql-parameters';
import { DatabaseTopology } from '../../../database/sharding/distributed-tables';
import { submissionCountSql } from '../../../database/query/submission-sql';
import type { ComparedAnswer } from '../../../domain/query/compared-answers';

export interface AnswerIndexLimits {
  /** Day (UTC) of this run. */
  readonly today: string;
  /** Indexes that no filter used since this day are dropped. */
  readonly usedSince: string;
  /** Forms with fewer submissions have none: scanning them is quick. */
  readonly minSubmissions: number;
  readonly maxPerForm: number;
}

interface WantedIndex extends ComparedAnswer {
  readonly assetId: number;
  readonly name: string;
}

interface FoundIndex {
  readonly name: string;
  /** False after a build that failed or goes on. */
  readonly isValid: boolean;
}

/** One process maintains indexes at a time. */
const ADVISORY_LOCK = 7_203_551;

const NAME = answerIndexNameSql('asset_id', 'kind', 'path');
const NAME_PATTERN = '^answers_[0-9]+_[0-9a-f]{12}$';

/** Newest submissions in which a question must have an answer: queries may compare any path. */
const SAMPLED_SUBMISSIONS = 1_000;

/** Indexes on answers, each on the partition of its form, and the list of those that filters need. */
@Injectable()
export class AnswerIndexRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly address: DatabaseAddress,
    private readonly topology: DatabaseTopology,
  ) {}

  /** @param today UTC */
  async note(assetId: number, answers: readonly ComparedAnswer[], today: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO answer_index AS noted (asset_id, path, kind, last_used)
       SELECT DISTINCT $1::int, path, kind, $2::date FROM unnest($3::text[], $4::text[]) AS compared (path, kind)
       ON CONFLICT (asset_id, path, kind) DO UPDATE SET last_used = excluded.last_used
        WHERE noted.last_used < excluded.last_used`,
      [assetId, today, answers.map(({ path }) => path), answers.map(({ kind }) => kind)],
    );
  }

  /**
   * Builds missing indexes, which does not block writes, and drops unused ones. Returns at once while another process does so,
   * and in a cluster, whose tables are the operator's.
   * @param stopping ends the connection; PostgreSQL completes a build whose client is gone
   * @returns names of those built
   */
  async maintain(limits: AnswerIndexLimits, stopping?: AbortSignal): Promise<readonly string[]> {
    if (this.topology.isDistributed) return [];
    // Without a timeout: a build waits for earlier transactions.
    const client = createClient(this.address.directUrl, { application_name: 'fieldhouse answer indexes' });
    client.on('error', () => undefined);
    const end = (): void => void client.end().catch(() => undefined);
    stopping?.addEventListener('abort', end, { once: true });
    try {
      await client.connect();
      const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [
        ADVISORY_LOCK,
      ]);
      return rows[0]!.free ? await maintain(client, limits) : [];
    } finally {
      stopping?.removeEventListener('abort', end);
      await client.end().catch(() => undefined);
    }
  }
}

async function maintain(client: Client, limits: AnswerIndexLimits): Promise<readonly string[]> {
  await updateUse(client, limits);
  const wanted = await listWanted(client, limits);
  const wantedNames = new Set(wanted.map(({ name }) => name));
  const valid = new Set<string>();
  for (const { name, isValid } of await listFound(client)) {
    if (isValid && wantedNames.has(name)) valid.add(name);
    else await drop(client, name);
  }
  const built: string[] = [];
  const partitions = new Set<string>();
  for (const index of wanted) {
    const partition = valid.has(index.name) ? undefined : await build(client, index);
    if (partition === undefined) continue;
    built.push(index.name);
    partitions.add(partition);
  }
  for (const partition of partitions) await client.query(`ANALYZE ${partition}`);
  return built;
}

async function updateUse(client: Client, { today, usedSince }: AnswerIndexLimits): Promise<void> {
  await client.query(
    `UPDATE answer_index SET scans = used.idx_scan, last_used = $1
       FROM pg_stat_user_indexes AS used
      WHERE used.schemaname = current_schema() AND used.indexrelname = ${NAME} AND used.idx_scan <> scans`,
    [today],
  );
  await client.query('DELETE FROM answer_index WHERE last_used < $1', [usedSince]);
}

async function listWanted(client: Client, limits: AnswerIndexLimits): Promise<WantedIndex[]> {
  const { rows } = await client.query<WantedIndex>(
    `SELECT asset_id AS "assetId", path, kind, ${NAME} AS name
       FROM (SELECT *, row_number() OVER (PARTITION BY asset_id ORDER BY last_used DESC, path, kind) AS place
               FROM answer_index) AS noted
      WHERE place <= $1 AND ${submissionCountSql('noted.asset_id')} >= $2
      ORDER BY asset_id, place`,
    [limits.maxPerForm, limits.minSubmissions],
  );
  return rows;
}

async function listFound(client: Client): Promise<FoundIndex[]> {
  const { rows } = await client.query<FoundIndex>(
    `SELECT c.relname::text AS name, i.indisvalid AS "isValid"
       FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relname ~ $1`,
    [NAME_PATTERN],
  );
  return rows;
}

/** @returns the partition; undefined, and forgotten, if no recent submission answers the question */
async function build(
  client: Client,
  { assetId, path, kind, name }: WantedIndex,
): Promise<string | undefined> {
  const { rows } = await client.query<{ partition: string | null; isAnswered: boolean | null }>(
    `SELECT min(tableoid)::regclass::text AS partition, bool_or(answers ? $2) AS "isAnswered"
       FROM (SELECT tableoid, answers FROM submission WHERE asset_id = $1 ORDER BY id DESC LIMIT $3) AS newest`,
    [assetId, path, SAMPLED_SUBMISSIONS],
  );
  const { partition, isAnswered } = rows[0]!;
  if (partition === null || isAnswered !== true) {
    await client.query('DELETE FROM answer_index WHERE asset_id = $1 AND path = $2', [assetId, path]);
    return undefined;
  }
  const quoted = escapeIdentifier(name);
  const answer = indexedAnswerSql({ path, kind });
  await client.query(
    `CREATE INDEX CONCURRENTLY ${quoted} ON ${partition} (${answer}, id) WHERE asset_id = ${checkedInteger(assetId)}`,
  );
  // The planner ignores statistics of partial indexes, and would read one for answers that all submissions have.
  await client.query(`CREATE STATISTICS IF NOT EXISTS ${quoted} ON ${answer} FROM ${partition}`);
  return partition;
}

async function drop(client: Client, name: string): Promise<void> {
  const quoted = escapeIdentifier(name);
  await client.query(`DROP STATISTICS IF EXISTS ${quoted}`);
  await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${quoted}`);
}
