import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { BoundedReader, type RunQuery } from '../../database/query/bounded-reader';
import { costOf, withinScope } from '../../database/query/scope-sql';
import { SqlParameters } from '../../database/query/sql-parameters';
import { DatabaseTopology } from '../../database/sharding/distributed-tables';
import { InvalidError } from '../../domain/errors';
import { encodePlaces, type PlaceList, PlaceListBuilder } from '../../domain/geo/place-clusters';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import type { AnswerPlace } from '../../domain/report/report-question';
import type { IdRange } from '../../database/summary/report-summary';
import { SummaryRepository } from '../../database/summary/summary.repository';

/** The places of a scope in a snapshot of the database. */
export interface PlaceSnapshot {
  readonly places: PlaceList;
  /** `pg_snapshot` as text; undefined in a cluster, which has none for all of its nodes. */
  readonly snapshot: string | undefined;
}

/** Places while they are read. */
export interface PlaceProgress {
  /** Of the places. */
  share: number;
  places: PlaceList;
}

interface FoundPlaces {
  readonly count: number;
  /** One text: parsing a million rows costs more than reading them. */
  readonly lines: string | null;
}

/** For the memory of the cache, and while the places are read. */
const MAX_PLACES = 3_000_000;
/** Characters that are parsed without a pause of the event loop. */
const PORTION = 256 * 1024;
/** With more changes, all places are read again. */
const MAX_CHANGES = 5_000;
/** Of an answer: latitude and longitude of the first point. */
const MAX_CHARACTERS = 80;

/** Reads the answers to a question of places. */
@Injectable()
export class PlaceListRepository {
  constructor(
    private readonly reader: BoundedReader,
    private readonly topology: DatabaseTopology,
    private readonly summaries: SummaryRepository,
  ) {}

  /**
   * Reads all places; those of large forms from a summary, into which they are read at first.
   * @param progress is updated meanwhile
   * @throws InvalidError if it takes more than 30 seconds; the summary is continued by the next call
   */
  async load(
    scope: SubmissionScope,
    paths: readonly AnswerPlace[],
    progress?: PlaceProgress,
  ): Promise<PlaceSnapshot> {
    if (await this.summaries.isSummarized(scope.assetId)) {
      return this.loadSummary(scope, paths, progress);
    }
    return this.reader.read('aggregate', async (query) => {
      const snapshot = this.topology.isDistributed ? undefined : await snapshotOf(query);
      const builder = new PlaceListBuilder();
      await addPlaces(query, builder, placesSql(submissionsOf(withinScope(scope)), paths));
      return { places: builder.build(), snapshot };
    });
  }

  /** Reads the places of the last submissions. */
  findLatest(scope: SubmissionScope, paths: readonly AnswerPlace[], submissions: number): Promise<PlaceList> {
    const { where, parameters } = withinScope(scope, submissions);
    const from = `(SELECT id, answers FROM submission WHERE ${where} ORDER BY id DESC LIMIT $2) AS latest`;
    return this.reader.read(costOf(scope), async (query) => {
      const builder = new PlaceListBuilder();
      await addPlaces(query, builder, placesSql({ from, parameters }, paths));
      return builder.build();
    });
  }

  private loadSummary(
    scope: SubmissionScope,
    paths: readonly AnswerPlace[],
    progress: PlaceProgress | undefined,
  ): Promise<PlaceSnapshot> {
    const { assetId } = scope;
    return this.summaries.read(
      {
        assetId,
        key: ['places', 1, paths],
        plan: () => Promise.resolve({}),
        compute: async (query, _plan, range) => {
          const builder = new PlaceListBuilder();
          await addPlaces(query, builder, partSql(assetId, range, paths));
          return encodePlaces(builder.build());
        },
      },
      async (query, { parts, size, snapshot }) => {
        const among = scope.filter === undefined ? undefined : await matchingIds(query, scope);
        const builder = new PlaceListBuilder();
        let read = 0;
        for await (const { data } of parts()) {
          builder.addEncoded(data, among);
          if (builder.size > MAX_PLACES) throw tooManyPlaces();
          read += 1;
          if (progress !== undefined)
            Object.assign(progress, { share: read / size, places: builder.soFar() });
        }
        return { places: builder.build(), snapshot };
      },
    );
  }

  /** Replaces the places of submissions that changed since. @returns undefined if they are unknown, or many */
  refresh(
    scope: SubmissionScope,
    paths: readonly AnswerPlace[],
    { places, snapshot: since }: PlaceSnapshot,
  ): Promise<PlaceSnapshot | undefined> {
    if (since === undefined) return Promise.resolve(undefined);
    return this.reader.read('rows', async (query) => {
      const snapshot = await snapshotOf(query);
      const rows = await query<{ id: string }>(
        `SELECT DISTINCT submission_id AS id FROM submission_change
          WHERE asset_id = $1 AND transaction_id >= pg_snapshot_xmin($2::pg_snapshot)::text::bigint
            AND NOT pg_visible_in_snapshot(transaction_id::text::xid8, $2::pg_snapshot)
          LIMIT ${MAX_CHANGES + 1}`,
        [scope.assetId, since],
      );
      if (rows.length > MAX_CHANGES) return undefined;
      if (rows.length === 0) return { places, snapshot };
      const changed = rows.map(({ id }) => Number(id));
      const builder = new PlaceListBuilder();
      builder.addAll(places, new Set(changed));
      await addPlaces(query, builder, changedSql(scope, paths, changed));
      return { places: builder.build(), snapshot };
    });
  }
}

async function snapshotOf(query: RunQuery): Promise<string> {
  const [row] = await query<{ snapshot: string }>('SELECT pg_current_snapshot()::text AS snapshot', []);
  return row!.snapshot;
}

async function addPlaces(
  query: RunQuery,
  builder: PlaceListBuilder,
  { sql, parameters }: PlacesSql,
): Promise<void> {
  const [found] = await query<FoundPlaces>(sql, parameters.values);
  const { count, lines } = found!;
  if (count > MAX_PLACES) throw tooManyPlaces();
  const text = lines ?? '';
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from + PORTION);
    const until = end === -1 ? text.length : end;
    builder.addLines(text.slice(from, until));
    from = until + 1;
    await setImmediate();
  }
}

const tooManyPlaces = (): InvalidError =>
  new InvalidError('The map has too many places. Filter them, by _id for example.');

async function matchingIds(query: RunQuery, scope: SubmissionScope): Promise<ReadonlySet<number>> {
  const { where, parameters } = withinScope(scope);
  const [row] = await query<{ ids: string | null }>(
    `SELECT string_agg(id::text, ',') AS ids FROM submission WHERE ${where}`,
    parameters.values,
  );
  return new Set((row?.ids ?? '').split(',').map(Number));
}

interface PlacesSql {
  readonly sql: string;
  readonly parameters: SqlParameters;
}

/** Rows with `id` and `answers`. */
interface PlaceSource {
  readonly from: string;
  readonly parameters: SqlParameters;
}

function submissionsOf({ where, parameters }: ReturnType<typeof withinScope>): PlaceSource {
  return { from: `submission WHERE ${where}`, parameters };
}

function changedSql(
  scope: SubmissionScope,
  paths: readonly AnswerPlace[],
  ids: readonly number[],
): PlacesSql {
  const { where, parameters } = withinScope(scope, ids);
  return placesSql(submissionsOf({ where: `${where} AND id = ANY($2::bigint[])`, parameters }), paths);
}

/** Of the whole form: a scope is applied to summaries when they are read. */
function partSql(assetId: number, { first, last }: IdRange, paths: readonly AnswerPlace[]): PlacesSql {
  const parameters = new SqlParameters(assetId, first, last);
  return placesSql(submissionsOf({ where: 'asset_id = $1 AND id BETWEEN $2 AND $3', parameters }), paths);
}

function placesSql({ from, parameters }: PlaceSource, paths: readonly AnswerPlace[]): PlacesSql {
  const selects = paths.map((place) => {
    if (place.repeats.length === 0) {
      return `SELECT id, answers ->> ${parameters.add(place.path, 'text')} AS text FROM ${from}`;
    }
    const path = [
      '$',
      ...place.repeats.map((each) => `${JSON.stringify(each)}[*]`),
      JSON.stringify(place.path),
    ];
    const values = `jsonb_path_query(answers, ${parameters.add(path.join('.'), 'text')}::jsonpath)`;
    return `SELECT id, ${values} #>> '{}' AS text FROM ${from}`;
  });
  const line = `id || ' ' || translate(left(text, ${MAX_CHARACTERS}), E'\\n', ' ')`;
  const sql = `SELECT count(text)::int AS count, CASE WHEN count(text) <= ${MAX_PLACES} THEN string_agg(${line}, E'\\n') END AS lines
      FROM (${selects.join(' UNION ALL ')}) AS placed`;
  return { sql, parameters };
}
