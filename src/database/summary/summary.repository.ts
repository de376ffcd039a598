import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { UnfinishedError } from '../../domain/errors';
import { preparedStatement } from '../connection/timeout-pool';
import { BoundedReader, type RunQuery, takesTooLong } from '../query/bounded-reader';
import { submissionCountSql } from '../query/submission-sql';
import { DatabaseTopology } from '../sharding/distributed-tables';
import type { OpenSummary, SummaryDefinition, SummaryPart } from './report-summary';

/** Ids of one part: few enough to be counted anew after each submission. */
const PART_BITS = 15;
const PART_SIZE = 2 ** PART_BITS;
/** Forms with fewer submissions have no summaries. Pages compute parts for a shorter time, and show their progress. */
export const SUMMARY_LIMITS = { minSubmissions: 50_000, computingMs: 20_000, pageComputingMs: 1_500 };
const MAX_PER_FORM = 96;
const KNOWN_MS = 10_000;
/** SQL of the day in UTC. */
const TODAY = `(now() AT TIME ZONE 'UTC')::date`;
const READ_AHEAD = 8;

const hashOf = ({ key }: Pick<SummaryDefinition<unknown>, 'key'>): string =>
  hash('sha256', JSON.stringify(key));

interface StoredSummary {
  readonly id: number;
  readonly plan: unknown;
  readonly snapshot: string;
  /** Parts that the form had, stored or not; null if unknown. */
  readonly partCount: number | null;
  readonly isUsedToday: boolean;
  /** False if the snapshot is later than now: it is another server's. */
  readonly isKnown: boolean;
}

/** Of a summary, as it is read. */
interface Reading {
  readonly stored: StoredSummary | null;
  readonly plan: unknown;
  readonly snapshot: string;
  /** Parts that may have submissions, in the order of ids. */
  readonly existing: readonly number[];
  /** Stored parts that no longer hold, until they are computed. */
  readonly stale: Set<number>;
  readonly computed: Map<number, Buffer>;
}

/** Summaries of large forms, in parts by id: only parts whose submissions changed are computed again (decision 186). */
@Injectable()
export class SummaryRepository {
  private readonly logger = new Logger('submission summaries');
  /** Forms without a summary, remembered for some seconds: every filter of a small form looks for one. */
  private readonly formsWithout = new LRUCache<number, true>({ max: 10_000, ttl: KNOWN_MS });
  /** Summaries that were found, remembered as long, by form and key. */
  private readonly found = new LRUCache<string, true>({ max: 10_000, ttl: KNOWN_MS });

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly reader: BoundedReader,
    private readonly topology: DatabaseTopology,
  ) {}

  /** Whether the form has summaries: it is large, and the database has one snapshot for all nodes. */
  async isSummarized(assetId: number): Promise<boolean> {
    if (this.topology.isDistributed) return false;
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT ${submissionCountSql('$1::int')} AS count`,
      [assetId],
    );
    return row!.count >= SUMMARY_LIMITS.minSubmissions;
  }

  /** Whether the summary was built, at least in part, some seconds ago: it may have been deleted since. */
  async wasStored({ assetId, key }: Pick<SummaryDefinition<unknown>, 'assetId' | 'key'>): Promise<boolean> {
    if (this.topology.isDistributed || this.formsWithout.has(assetId)) return false;
    const hashed = hashOf({ key });
    const known = `${assetId} ${hashed}`;
    if (this.found.has(known)) return true;
    const [row] = await this.dataSource.query<{ found: boolean | null }[]>(
      'SELECT bool_or(key = $2) AS found FROM submission_summary WHERE asset_id = $1',
      [assetId, hashed],
    );
    if (row!.found === null) this.formsWithout.set(assetId, true);
    if (row!.found === true) this.found.set(known, true);
    return row!.found === true;
  }

  /**
   * Runs `work` in one snapshot, with the summary as of this snapshot, and stores what was computed, also after an error, so
   * that the next one continues there. @throws UnfinishedError
   */
  async read<Plan, Result>(
    definition: SummaryDefinition<Plan>,
    work: (query: RunQuery, summary: OpenSummary<Plan>) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const key = hashOf(definition);
    let reading: Reading | undefined;
    try {
      return await this.reader.read(
        definition.cost ?? 'aggregate',
        async (query) => {
          const { stored, snapshot, held, changed } = await openSummary(query, definition, key);
          const plan = stored === null ? await definition.plan(query) : (stored.plan as Plan);
          const isComplete = stored?.isKnown === true && stored.partCount === held.length;
          const existing = isComplete
            ? inOrder([...held.map(({ part }) => part), ...changed])
            : await findExistingParts(query, definition.assetId);
          const left = new Set(existing);
          const isStale = ({ part }: StoredPart): boolean => stored?.isKnown !== true || !left.has(part);
          const stale = new Set([...held.filter(isStale).map(({ part }) => part), ...changed]);
          const current: Reading = { stored, plan, snapshot, existing, stale, computed: new Map() };
          reading = current;
          const valid = new Map(held.map(({ part, data }) => [part, data]));
          for (const part of stale) valid.delete(part);
          const parts = readParts(query, definition, { ...current, valid });
          const isStored = stored !== null;
          return work(query, { plan, snapshot, isStored, size: existing.length, parts: () => parts });
        },
        signal,
      );
    } finally {
      if (reading !== undefined) await this.save(definition.assetId, key, reading);
    }
  }

  /** Never rejects: results do not depend on it. */
  private async save(assetId: number, key: string, reading: Reading): Promise<void> {
    const { stored, stale, computed } = reading;
    const isUnchanged = stale.size === 0 && computed.size === 0;
    if (isUnchanged && (stored === null || stored.isUsedToday)) return;
    await this.store(assetId, key, reading).catch((error: unknown) =>
      this.logger.warn(error, 'A summary was not stored.'),
    );
  }

  /** Does nothing if another process stored the summary meanwhile. */
  private async store(
    assetId: number,
    key: string,
    { stored, plan, snapshot, existing, stale, computed }: Reading,
  ): Promise<void> {
    this.formsWithout.delete(assetId);
    await this.dataSource.transaction(async (manager) => {
      const rows = await manager.query<{ id: number }[]>(
        `INSERT INTO submission_summary AS summary (asset_id, key, plan, snapshot, part_count, last_used)
         VALUES ($1, $2, $3, $4, $5, ${TODAY})
         ON CONFLICT (asset_id, key) DO UPDATE
           SET snapshot = excluded.snapshot, part_count = excluded.part_count, last_used = excluded.last_used
          WHERE summary.snapshot = $6
         RETURNING id`,
        [assetId, key, JSON.stringify(plan), snapshot, existing.length, stored?.snapshot ?? null],
      );
      if (rows[0] === undefined) return;
      const { id } = rows[0];
      await manager.query(
        'DELETE FROM submission_summary_part WHERE summary_id = $1 AND part = ANY($2::bigint[])',
        [id, [...stale, ...computed.keys()]],
      );
      for (const [part, data] of computed) {
        await manager.query(
          'INSERT INTO submission_summary_part (summary_id, part, data) VALUES ($1, $2, $3)',
          [id, part, data],
        );
      }
      if (stored !== null) return;
      await manager.query(
        `DELETE FROM submission_summary
          WHERE asset_id = $1 AND id NOT IN (
            SELECT id FROM submission_summary WHERE asset_id = $1 ORDER BY last_used DESC, id DESC LIMIT ${MAX_PER_FORM})`,
        [assetId],
      );
    });
  }

  /** For submissions that are deleted for good: their answers may be in it until it is read again. */
  async deleteOf(assetId: number): Promise<void> {
    await this.dataSource.query('DELETE FROM submission_summary WHERE asset_id = $1', [assetId]);
  }

  /** @param day UTC */
  async deleteUnusedSince(day: string): Promise<void> {
    await this.dataSource.query('DELETE FROM submission_summary WHERE last_used < $1', [day]);
  }
}

interface PartStates extends Reading {
  readonly valid: ReadonlyMap<number, StoredPart['data']>;
}

async function* readParts<Plan>(
  query: RunQuery,
  {
    compute,
    maxComputed = Infinity,
    computingMs = SUMMARY_LIMITS.computingMs,
  }: Pick<SummaryDefinition<Plan>, 'compute' | 'maxComputed' | 'computingMs'>,
  { stored, plan, computed, valid, existing }: PartStates,
): AsyncGenerator<SummaryPart> {
  const startedAt = performance.now();
  for (let from = 0; from < existing.length; from += READ_AHEAD) {
    const next = existing.slice(from, from + READ_AHEAD);
    const unread = next.filter((part) => valid.get(part) === null);
    const found = await findParts(query, stored?.id, unread);
    for (const part of next) {
      const range = { first: part * PART_SIZE, last: (part + 1) * PART_SIZE - 1 };
      const small = valid.get(part);
      let data = typeof small === 'string' ? Buffer.from(small, 'base64') : found.get(part);
      if (data === undefined) {
        if (computed.size >= maxComputed) throw takesTooLong();
        if (computed.size > 0 && performance.now() - startedAt >= computingMs)
          throw new UnfinishedError(existing.indexOf(part) / existing.length);
        data = await compute(query, plan as Plan, range);
        computed.set(part, data);
      }
      yield { range, data };
    }
  }
}

interface OpenedSummary {
  readonly stored: StoredSummary | null;
  readonly snapshot: string;
  readonly held: readonly StoredPart[];
  /** Parts of submissions that were added, changed or deleted since the stored snapshot. */
  readonly changed: readonly number[];
}

interface StoredPart {
  readonly part: number;
  /** Base64; null if parts are large. */
  readonly data: string | null;
}

const SINCE = '(SELECT snapshot::pg_snapshot FROM stored)';
/**
 * One statement: trips to the database cost more than what it reads. Prepared, since planning it for all partitions takes
 * three times as long.
 */
const OPEN_SUMMARY = preparedStatement(`
  WITH stored AS MATERIALIZED (
    SELECT id, plan, snapshot, part_count AS "partCount", last_used = ${TODAY} AS "isUsedToday",
           pg_snapshot_xmax(snapshot::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) AS "isKnown"
      FROM submission_summary WHERE asset_id = $1 AND key = $2
  ), changed AS (
    SELECT DISTINCT submission_id >> ${PART_BITS} AS part FROM submission_change
     WHERE asset_id = $1 AND transaction_id >= pg_snapshot_xmin(${SINCE})::text::bigint
       AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, ${SINCE})
  )
  SELECT pg_current_snapshot()::text AS snapshot,
         (SELECT to_json(stored) FROM stored) AS stored,
         (SELECT coalesce(json_agg(json_build_object('part', part, 'data', CASE WHEN $3 THEN encode(data, 'base64') END)), '[]')
            FROM submission_summary_part WHERE summary_id = (SELECT id FROM stored)) AS held,
         (SELECT coalesce(json_agg(part), '[]') FROM changed) AS changed`);

async function openSummary(
  query: RunQuery,
  { assetId, hasSmallParts = false }: Pick<SummaryDefinition<unknown>, 'assetId' | 'hasSmallParts'>,
  key: string,
): Promise<OpenedSummary> {
  return (await query<OpenedSummary>(OPEN_SUMMARY, [assetId, key, hasSmallParts]))[0]!;
}

/** Found in the index alone. A complete summary does without: planning this for all partitions takes a millisecond. */
async function findExistingParts(query: RunQuery, assetId: number): Promise<number[]> {
  const rows = await query<{ part: string }>(
    `WITH RECURSIVE existing AS (
       SELECT (SELECT min(id) FROM submission WHERE asset_id = $1) >> ${PART_BITS} AS part
       UNION ALL
       SELECT (SELECT min(id) FROM submission WHERE asset_id = $1 AND id >= (existing.part + 1) << ${PART_BITS}) >> ${PART_BITS}
         FROM existing WHERE part IS NOT NULL
     )
     SELECT part FROM existing WHERE part IS NOT NULL ORDER BY part`,
    [assetId],
  );
  return rows.map(({ part }) => Number(part));
}

function inOrder(parts: readonly number[]): number[] {
  return [...new Set(parts)].sort((one, other) => one - other);
}

async function findParts(
  query: RunQuery,
  summaryId: number | undefined,
  parts: readonly number[],
): Promise<Map<number, Buffer>> {
  if (summaryId === undefined || parts.length === 0) return new Map();
  const rows = await query<{ part: string; data: Buffer }>(
    'SELECT part, data FROM submission_summary_part WHERE summary_id = $1 AND part = ANY($2::bigint[])',
    [summaryId, parts],
  );
  return new Map(rows.map(({ part, data }) => [Number(part), data]));
}
