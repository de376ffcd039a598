import { Injectable } from '@nestjs/common';
import { ChangeNotifications } from '../../../database/change-notifications';
import { type RunQuery, BoundedReader } from '../../../database/query/bounded-reader';
import { PathCache } from '../../../database/cache/notified-cache';
import { DatabaseTopology } from '../../../database/sharding/distributed-tables';
import { costOf, withinScope } from '../../../database/query/scope-sql';
import { keyOfScope, type SubmissionScope } from '../../../domain/query/submission-scope';
import type { IdRange, SummaryDefinition } from '../../../database/summary/report-summary';
import { SummaryRepository } from '../../../database/summary/summary.repository';
import { compareCodePoints } from '../../../domain/text/lossless-json';

/** First submissions, whose paths cover most others. */
const SAMPLE_SIZE = 5000;
/** Likewise, of a part of a summary. */
const PART_SAMPLE_SIZE = 500;
/** Above this, subtracting the sampled paths from each row is slower than listing all paths. */
const MAX_EXCLUDED_PATHS = 64;
/** With more changes since the cached snapshot, paths are listed from scratch. */
const MAX_CHANGES = 5000;

/**
 * Paths added since a snapshot. `is_valid`: the cached paths are still valid, because nothing was edited or deleted.
 * Parameters: asset, snapshot.
 */
const PATHS_SINCE_SNAPSHOT = `
  WITH since AS MATERIALIZED (
    SELECT submission_id, kind FROM submission_change
     WHERE asset_id = $1 AND transaction_id >= pg_snapshot_xmin($2::pg_snapshot)::text::bigint
       AND kind IN ('created', 'edited', 'deleted')
       AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, $2::pg_snapshot)
     LIMIT ${MAX_CHANGES + 1}
  ), validity AS MATERIALIZED (
    SELECT count(*) <= ${MAX_CHANGES} AND count(*) FILTER (WHERE kind <> 'created') = 0 AS is_valid FROM since
  )
  SELECT pg_current_snapshot()::text AS snapshot, is_valid AS "isValid",
         ARRAY(SELECT DISTINCT jsonb_object_keys(s.answers)
                 FROM since JOIN submission s ON s.asset_id = $1 AND s.id = since.submission_id
                WHERE is_valid) AS paths
    FROM validity`;

@Injectable()
export class AnsweredPathRepository {
  private readonly cache = new PathCache();

  constructor(
    private readonly reader: BoundedReader,
    private readonly topology: DatabaseTopology,
    private readonly summaries: SummaryRepository,
    notifications: ChangeNotifications,
  ) {
    notifications.subscribe(this.cache);
  }

  /** Paths with answers in a scope, sorted by code point; a repeat is listed without the paths inside it. */
  async list(scope: SubmissionScope, signal?: AbortSignal): Promise<string[]> {
    if (costOf(scope) !== 'patterns' && (await this.summaries.isSummarized(scope.assetId))) {
      return this.listFromSummary(scope, signal);
    }
    const paths = await this.reader.read(
      costOf(scope),
      (query) => (scope.filter === undefined ? this.pathsOfAsset(query, scope) : listPaths(query, scope)),
      signal,
    );
    return [...new Set(paths)].sort(compareCodePoints);
  }

  /** Of a large form reading every submission takes longer than a statement may (decision 186). */
  private async listFromSummary(scope: SubmissionScope, signal?: AbortSignal): Promise<string[]> {
    const paths = new Set<string>();
    const summary: SummaryDefinition<object> = {
      assetId: scope.assetId,
      key: ['paths', 1, keyOfScope(scope)],
      cost: 'rows',
      plan: () => Promise.resolve({}),
      compute: async (query, _plan, range) =>
        Buffer.from(JSON.stringify([...new Set(await listPaths(query, scope, range))])),
    };
    await this.summaries.read(
      summary,
      async (_query, { parts }) => {
        for await (const { data } of parts())
          for (const path of JSON.parse(data.toString()) as string[]) paths.add(path);
      },
      signal,
    );
    return [...paths].sort(compareCodePoints);
  }

  /** Listing from scratch reads every submission, so the cached paths are extended while valid (decision 84). */
  private async pathsOfAsset(query: RunQuery, scope: SubmissionScope): Promise<readonly string[]> {
    const { assetId } = scope;
    // A cluster has no snapshot that holds on all of its nodes.
    if (this.topology.isDistributed) return listPaths(query, scope);
    const before = this.cache.get(assetId);
    if (before !== undefined) {
      const [since] = await query<PathsSince>(PATHS_SINCE_SNAPSHOT, [assetId, before.snapshot]);
      const { isValid, snapshot, paths } = since!;
      if (isValid) {
        const all = [...new Set([...before.paths, ...paths])];
        this.cache.set(assetId, { paths: all, snapshot });
        return all;
      }
    }
    // Take the snapshot first, so that concurrent changes count as later.
    const [now] = await query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot', []);
    const paths = [...new Set(await listPaths(query, scope))];
    this.cache.set(assetId, { paths, snapshot: now!.snapshot });
    return paths;
  }
}

/**
 * Samples the first submissions, then lists only paths outside the sample. Two statements, so that the second can use a
 * parallel plan. May return duplicates.
 */
async function listPaths(query: RunQuery, scope: SubmissionScope, range?: IdRange): Promise<string[]> {
  const { where: within, parameters } = withinScope(scope);
  const where =
    range === undefined
      ? within
      : `${within} AND id BETWEEN ${parameters.add(range.first, 'bigint')} AND ${parameters.add(range.last, 'bigint')}`;
  const sampleSize = range === undefined ? SAMPLE_SIZE : PART_SAMPLE_SIZE;
  const first = await query<AnsweredPath>(
    `SELECT DISTINCT path FROM (
       SELECT jsonb_object_keys(answers) AS path FROM submission WHERE ${where} ORDER BY id LIMIT ${sampleSize}) AS first`,
    parameters.values,
  );
  const excluded = first.length > MAX_EXCLUDED_PATHS ? [] : first.map(({ path }) => path);
  const others = `answers - ${parameters.add(excluded, 'text[]')}`;
  const rest = await query<AnsweredPath>(
    `SELECT DISTINCT jsonb_object_keys(${others}) AS path FROM submission WHERE ${where} AND ${others} <> '{}'`,
    parameters.values,
  );
  return [...first, ...rest].map(({ path }) => path);
}

interface AnsweredPath {
  readonly path: string;
}

interface PathsSince {
  readonly snapshot: string;
  readonly isValid: boolean;
  readonly paths: readonly string[];
}
