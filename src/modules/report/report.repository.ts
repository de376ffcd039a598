import { Injectable } from '@nestjs/common';
import { BoundedReader, type RunQuery } from '../../database/query/bounded-reader';
import { countsSql, partCountsSql } from '../../database/query/report-counts-sql';
import {
  type SelectedSubmissions,
  type VersionSelection,
  versionSql,
} from '../../database/query/submission-sql';
import { Replicas } from '../../database/replica/replicas';
import { costOfAggregate, withinScope } from '../../database/query/scope-sql';
import { type GridCell, gridPoints } from '../../domain/geo/geometry';
import { keyOfScope, type SubmissionScope } from '../../domain/query/submission-scope';
import type { ReportQuestion, AnswerPlace } from '../../domain/report/report-question';
import {
  ReportAggregation,
  type ReportDefinition,
  type ReportRow,
} from '../../database/summary/report-aggregation';
import {
  addCounts,
  decodePoints,
  encodePoints,
  pointsOf,
  selectSummarized,
  type IdRange,
  type SummaryDefinition,
} from '../../database/summary/report-summary';
import { SUMMARY_LIMITS, SummaryRepository } from '../../database/summary/summary.repository';

interface SummarizedQuestions {
  readonly indexes: readonly number[];
}

@Injectable()
export class ReportRepository {
  constructor(
    private readonly reader: BoundedReader,
    private readonly replicas: Replicas,
    private readonly summaries: SummaryRepository,
  ) {}

  /**
   * Computes a report in one snapshot. High cardinality texts are counted by hash first, so that only values that can be
   * listed are grouped; the cardinality is estimated from a sample. Questions of few answers in large forms are read from a
   * summary.
   * @throws UnfinishedError while the summary is made
   */
  async counts(scope: SubmissionScope, report: ReportDefinition, signal: AbortSignal): Promise<ReportRow[]> {
    const submissions = { scope, version: report.version, splitBy: report.splitBy };
    const isBounded = costOfAggregate(scope) === 'aggregate';
    if (isBounded && (await this.summaries.isSummarized(scope.assetId))) {
      return this.countsOfSummary(submissions, report, signal);
    }
    return this.reader.read(
      costOfAggregate(scope),
      (runQuery) => new ReportAggregation(runQuery, submissions, report).rows(),
      signal,
      await this.replicas.choose(),
    );
  }

  private countsOfSummary(
    submissions: SelectedSubmissions,
    report: ReportDefinition,
    signal: AbortSignal,
  ): Promise<ReportRow[]> {
    const { questions, charts } = report;
    const { scope, version, splitBy } = submissions;
    const definition: SummaryDefinition<SummarizedQuestions> = {
      assetId: scope.assetId,
      key: [
        ...['report', 1, keyOfScope(scope), version, splitBy?.places ?? null, charts ?? null],
        questions.map(({ kind, places }) => [kind, places]),
      ],
      ...(charts !== undefined && { computingMs: SUMMARY_LIMITS.pageComputingMs }),
      plan: async (runQuery) => ({
        indexes: selectSummarized(await new ReportAggregation(runQuery, submissions, report).sample()),
      }),
      compute: async (runQuery, { indexes }, range) => {
        const counted = indexes.map((index) => ({ index, question: questions[index]! }));
        const { sql, values } = partCountsSql(submissions, { questions: counted, charts }, range);
        const [row] = await runQuery<{ counts: string }>(sql, values);
        return Buffer.from(row!.counts);
      },
    };
    return this.summaries.read(
      definition,
      async (runQuery, { plan, parts }) => {
        const counted = plan.indexes.map((index) => ({ index, question: questions[index]! }));
        const known = await addCounts(parts());
        const { sql, values } = countsSql(submissions, { questions: counted, isFirst: true, charts, known });
        const rows = await runQuery<ReportRow>(sql, values);
        if (counted.length === questions.length) return rows;
        const others = new ReportAggregation(runQuery, submissions, report, new Set(plan.indexes));
        return [...rows, ...(await others.rows())];
      },
      signal,
    );
  }

  /** Clusters of the points of each question; those of large forms are read from a summary. @throws UnfinishedError */
  async clusters(
    scope: SubmissionScope,
    version: VersionSelection,
    geoPoints: readonly { readonly index: number; readonly question: ReportQuestion }[],
    signal: AbortSignal,
  ): Promise<GeoPointCluster[]> {
    const chunks = new Map<number, Buffer[]>(geoPoints.map(({ index }) => [index, []]));
    const add = (rows: readonly FoundPoints[]): void => {
      for (const { question, points } of rows) chunks.get(question)!.push(points);
    };
    if (costOfAggregate(scope) === 'aggregate' && (await this.summaries.isSummarized(scope.assetId))) {
      const places = geoPoints.map(({ index, question }) => [index, question.places]);
      const summary: SummaryDefinition<object> = {
        assetId: scope.assetId,
        key: ['points', 1, keyOfScope(scope), version, places],
        computingMs: SUMMARY_LIMITS.pageComputingMs,
        plan: () => Promise.resolve({}),
        compute: async (runQuery, _plan, range) =>
          encodePoints(await findPoints(runQuery, { scope, version, geoPoints, range })),
      };
      await this.summaries.read(
        summary,
        async (_runQuery, { parts }) => {
          for await (const { data } of parts()) add(decodePoints(data));
        },
        signal,
      );
    } else {
      await this.reader.read(
        costOfAggregate(scope),
        async (runQuery) => add(await findPoints(runQuery, { scope, version, geoPoints })),
        signal,
        await this.replicas.choose(),
      );
    }
    return [...chunks].flatMap(([question, own]) =>
      gridPoints(pointsOf(own)).map((cell) => ({ question, ...cell })),
    );
  }
}

interface SelectedPoints {
  readonly scope: SubmissionScope;
  readonly version: VersionSelection;
  readonly geoPoints: readonly { readonly index: number; readonly question: ReportQuestion }[];
  readonly range?: IdRange;
}

/** Of one question: latitudes and longitudes in turn, as 8-byte numbers in network byte order. */
interface FoundPoints {
  readonly question: number;
  readonly points: Buffer;
}

function findPoints(
  runQuery: RunQuery,
  { scope, version, geoPoints, range }: SelectedPoints,
): Promise<FoundPoints[]> {
  const { where, parameters } = withinScope(scope);
  const places = geoPoints.flatMap(({ index, question }) =>
    question.places.map((place) => ({ index, path: jsonPathOf(place) })),
  );
  const paths = parameters.add(
    places.map(({ path }) => path),
    'text[]',
  );
  const questions = parameters.add(
    places.map(({ index }) => index),
    'int[]',
  );
  const ids =
    range === undefined
      ? ''
      : ` AND id BETWEEN ${parameters.add(range.first, 'bigint')} AND ${parameters.add(range.last, 'bigint')}`;
  return runQuery(
    `WITH point AS MATERIALIZED (
      SELECT question, split_part(text, ' ', 1)::float8 AS latitude, split_part(text, ' ', 2)::float8 AS longitude FROM (
        SELECT requested.question, trim(value #>> '{}') AS text
          FROM submission CROSS JOIN unnest(${paths}, ${questions}) AS requested (path, question)
         CROSS JOIN LATERAL jsonb_path_query(answers, requested.path::jsonpath) AS value
         WHERE ${where}${ids}${versionSql(version, parameters)}) AS answer
       WHERE text ~ ${POINT}
    )
    SELECT question, string_agg(float8send(latitude) || float8send(longitude), ''::bytea) AS points
      FROM point WHERE latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180
     GROUP BY question`,
    parameters.values,
  );
}

export interface GeoPointCluster extends GridCell {
  readonly question: number;
}

/** Format of geo points: latitude, longitude, and optional altitude and precision. */
const POINT = `'^-?[0-9]{1,3}([.][0-9]+)? -?[0-9]{1,3}([.][0-9]+)?( |$)'`;

/** SQL/JSON path of an answer, over all instances of the enclosing repeats. */
function jsonPathOf({ repeats, path }: AnswerPlace): string {
  return ['$', ...repeats.map((repeat) => `${JSON.stringify(repeat)}[*]`), JSON.stringify(path)].join('.');
}
