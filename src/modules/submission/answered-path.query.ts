import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../../database/change-feed';
import { type Ask, BoundedReader } from '../../database/query/bounded-reader';
import { KnownPathsOfAssets } from '../../database/cache/known-paths';
import { costOf, withinScope } from '../../database/query/scope-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import { compareCodePoints } from '../../domain/text/python-json';

/** Paths of the first answers are what most bear. */
const FIRST_PATHS = 5000;
/** To take known paths away costs each answer a look at each of them: of more, all that is answered is listed. */
const MOST_KNOWN_PATHS = 64;
/** Where more submissions came since paths were listed, all are listed anew. */
const MOST_SINCE = 5000;

/**
 * Paths that came to an asset since a snapshot; `holds`: those before it are all still there, for nothing was edited or
 * went. Parameters: asset, snapshot.
 */
const SINCE = `
  WITH since AS MATERIALIZED (
    SELECT submission_id, kind FROM submission_change
     WHERE asset_id = $1 AND transaction_id >= pg_snapshot_xmin($2::pg_snapshot)::text::bigint
       AND kind IN ('created', 'edited', 'deleted')
       AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, $2::pg_snapshot)
     LIMIT ${MOST_SINCE + 1}
  ), judged AS MATERIALIZED (
    SELECT count(*) <= ${MOST_SINCE} AND count(*) FILTER (WHERE kind <> 'created') = 0 AS holds FROM since
  )
  SELECT pg_current_snapshot()::text AS snapshot, holds,
         ARRAY(SELECT DISTINCT jsonb_object_keys(s.answers)
                 FROM since JOIN submission s ON s.asset_id = $1 AND s.id = since.submission_id
                WHERE holds) AS paths
    FROM judged`;

/** Under which paths submissions are answered. */
@Injectable()
export class AnsweredPathQuery {
  private readonly known = new KnownPathsOfAssets();

  constructor(
    private readonly reader: BoundedReader,
    feed: ChangeFeed,
  ) {
    feed.subscribe(this.known);
  }

  /** Paths under which anything in a scope is answered, by code point; those of repeats stand for all inside. */
  async within(scope: SubmissionScope, abandoned?: AbortSignal): Promise<string[]> {
    const paths = await this.reader.read(
      costOf(scope),
      (ask) => (scope.filter === undefined ? this.ofAsset(ask, scope) : listed(ask, scope)),
      abandoned,
    );
    return [...new Set(paths)].sort(compareCodePoints);
  }

  /** To list them anew is to read every submission: what is known of an asset is added to, as long as it holds (decision 70). */
  private async ofAsset(ask: Ask, scope: SubmissionScope): Promise<readonly string[]> {
    const { assetId } = scope;
    const before = this.known.of(assetId);
    if (before !== undefined) {
      const [since] = await ask<PathsSince>(SINCE, [assetId, before.snapshot]);
      const { holds, snapshot, paths } = since!;
      if (holds) {
        const all = [...new Set([...before.paths, ...paths])];
        this.known.note(assetId, { paths: all, snapshot });
        return all;
      }
    }
    // Before they are listed: what changes meanwhile counts as a change since.
    const [now] = await ask<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot', []);
    const paths = [...new Set(await listed(ask, scope))];
    this.known.note(assetId, { paths, snapshot: now!.snapshot });
    return paths;
  }
}

/**
 * Of most answers nothing is left without the paths that the first ones have: then only the others are listed. Two
 * statements, for the second one is shared by several processes of the database, and would not be if it asked for the
 * paths itself. A path may be listed twice.
 */
async function listed(ask: Ask, scope: SubmissionScope): Promise<string[]> {
  const { where, parameters } = withinScope(scope);
  const first = await ask<AnsweredPath>(
    `SELECT DISTINCT path FROM (
       SELECT jsonb_object_keys(answers) AS path FROM submission WHERE ${where} ORDER BY id LIMIT ${FIRST_PATHS}) AS first`,
    parameters.values,
  );
  const known = first.length > MOST_KNOWN_PATHS ? [] : first.map(({ path }) => path);
  const others = `answers - ${parameters.add(known, 'text[]')}`;
  const rest = await ask<AnsweredPath>(
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
  readonly holds: boolean;
  readonly paths: readonly string[];
}
