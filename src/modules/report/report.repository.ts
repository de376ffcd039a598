import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { CountedQuestion, ValueFilter } from '../../database/query/answers-sql';
import { type RunQuery, BoundedReader } from '../../database/query/bounded-reader';
import {
  type SelectedSubmissions,
  selectedSubmissionsSql,
  type VersionSelection,
  versionSql,
} from '../../database/query/submission-sql';
import { Replicas } from '../../database/replica/replicas';
import { costOfAggregate, withinScope } from '../../database/query/scope-sql';
import type { TimeZone } from '../../domain/time-zone';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import {
  type AnswerSample,
  type CardinalityEstimate,
  estimateCardinality,
  MAX_LISTED_VALUES,
} from '../../domain/report/value-table';
import { hasHighCardinality, planPasses, planHashPasses } from '../../domain/report/report-passes';
import { isRepeated, type ReportQuestion, type AnswerPlace } from '../../domain/report/report-question';
import { frequencySql, countsSql } from '../../database/query/report-counts-sql';

const SAMPLE_SIZE = 2000;

/** Samples every n-th submission by hash of its id: a row of statistics per path, and one without a path for n (`every`). */
function sampleSql(submissions: SelectedSubmissions, paths: readonly string[]) {
  const { selected, parameters } = selectedSubmissionsSql(
    submissions,
    'hashint8(id) % (SELECT every FROM sampling) = 0',
  );
  const sql = `
    WITH sampling AS MATERIALIZED (SELECT 1 + count(*) / ${SAMPLE_SIZE} AS every FROM submission WHERE asset_id = $1),
    ${selected},
    value_count AS (
      SELECT answer.key, answer.value COLLATE "C" AS value, split, count(*) AS answers
        FROM selected CROSS JOIN LATERAL jsonb_each_text(answers) AS answer
       WHERE answer.key = ANY(${parameters.add(paths, 'text[]')}) AND answer.value <> ''
       GROUP BY 1, 2, 3
    )
    SELECT NULL AS path, every::int AS every, NULL::int AS answers, NULL::int AS distinct, NULL::int AS singletons,
           NULL::int AS width, NULL AS cutoff
      FROM sampling
    UNION ALL
    SELECT key, NULL, sum(answers)::int, count(*)::int, (count(*) FILTER (WHERE answers = 1))::int,
           avg(octet_length(value))::int, (array_agg(DISTINCT value ORDER BY value))[${MAX_LISTED_VALUES}]
      FROM value_count GROUP BY key`;
  return { sql, values: parameters.values };
}

/** Result row; `part` determines the other columns. */
export interface ReportRow {
  readonly part: 'total' | 'split' | 'provided' | 'value' | 'numbers' | 'bin' | 'day';
  readonly question: number | null;
  /** Lower bound of a bin; date of a day. */
  readonly value: string | null;
  readonly split: string | null;
  /** Answers in a bin. */
  readonly submissions: number | null;
  /** PostgreSQL numerics as text, since they can exceed double precision. */
  readonly median: string | null;
  readonly mean: string | null;
  readonly mode: string | null;
  readonly stdev: string | null;
  readonly width: string | null;
  /** Of the numbers, in a bin or of a group. */
  readonly least: string | null;
  readonly greatest: string | null;
}

export interface ReportDefinition {
  readonly version: VersionSelection;
  readonly questions: readonly ReportQuestion[];
  /** Question to group by; undefined: no grouping. */
  readonly splitBy: ReportQuestion | undefined;
  /** Adds histogram bins of numbers, and submissions per day in this zone. */
  readonly charts: TimeZone | undefined;
}

interface SampledRow extends AnswerSample {
  /** Null in the row of the sampling interval, `every`. */
  readonly path: string | null;
  readonly every: number | null;
}

interface FrequencyRow {
  readonly question: number;
  readonly frequency: number;
  readonly hashes: readonly string[] | null;
  readonly provided: number;
  /** Smallest values by code point; null unless the frequency is 1. */
  readonly lowest: readonly string[] | null;
}

interface SampledQuestion extends CountedQuestion {
  readonly estimate: CardinalityEstimate;
  readonly atMost: string | undefined;
  readonly seemsUnique: boolean;
}

/** Within the limit of `randomInt`, 2^48. */
const SEED_RANGE = 2 ** 47;

@Injectable()
export class ReportRepository {
  constructor(
    private readonly reader: BoundedReader,
    private readonly replicas: Replicas,
  ) {}

  /**
   * Computes a report in one snapshot. High cardinality texts are counted by hash first, so that only values that can be
   * listed are grouped; the cardinality is estimated from a sample.
   */
  async counts(scope: SubmissionScope, report: ReportDefinition, signal: AbortSignal): Promise<ReportRow[]> {
    const submissions = { scope, version: report.version, splitBy: report.splitBy };
    return this.reader.read(
      costOfAggregate(scope),
      (runQuery) => new ReportAggregation(runQuery, submissions, report).rows(),
      signal,
      await this.replicas.choose(),
    );
  }

  async clusters(
    scope: SubmissionScope,
    version: VersionSelection,
    geoPoints: readonly { readonly index: number; readonly question: ReportQuestion }[],
    signal: AbortSignal,
  ): Promise<GeoPointCluster[]> {
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
    const sql = `
    WITH point AS MATERIALIZED (
      SELECT question, split_part(text, ' ', 1)::float8 AS latitude, split_part(text, ' ', 2)::float8 AS longitude FROM (
        SELECT requested.question, trim(value #>> '{}') AS text
          FROM submission CROSS JOIN unnest(${paths}, ${questions}) AS requested (path, question)
         CROSS JOIN LATERAL jsonb_path_query(answers, requested.path::jsonpath) AS value
         WHERE ${where}${versionSql(version, parameters)}) AS answer
       WHERE text ~ ${POINT}
    ),
    located AS (SELECT * FROM point WHERE latitude BETWEEN -90 AND 90 AND longitude BETWEEN -180 AND 180),
    frame AS (
      SELECT question, min(latitude) AS south, nullif(max(latitude) - min(latitude), 0) AS height,
             min(longitude) AS west, nullif(max(longitude) - min(longitude), 0) AS width
        FROM located GROUP BY question
    )
    SELECT question, avg(latitude) AS latitude, avg(longitude) AS longitude, count(*)::int AS answers
      FROM located JOIN frame USING (question)
     GROUP BY question, floor((longitude - west) / width * ${GRID_COLUMNS}), floor((latitude - south) / height * ${GRID_ROWS})
     ORDER BY question, answers DESC, latitude, longitude`;
    return this.reader.read(
      costOfAggregate(scope),
      (runQuery) => runQuery<GeoPointCluster>(sql, parameters.values),
      signal,
      await this.replicas.choose(),
    );
  }
}

class ReportAggregation {
  private readonly seed = String(randomInt(SEED_RANGE));

  constructor(
    private readonly runQuery: RunQuery,
    private readonly submissions: SelectedSubmissions,
    private readonly report: ReportDefinition,
  ) {}

  async rows(): Promise<ReportRow[]> {
    const sampled = await this.sample();
    const frequencies = await this.frequencies(sampled);
    const rows: ReportRow[] = [];
    const remaining: SampledQuestion[] = [];
    for (const each of sampled) {
      const own = frequencies.get(each.index) ?? [];
      if (this.isComplete(own)) rows.push(...own.flatMap(uniqueValueRows));
      else remaining.push(this.withValueFilter(each, own));
    }
    const filtered = new Set(
      remaining.filter(({ valueFilter }) => valueFilter !== undefined).map(({ index }) => index),
    );
    const [first = [], ...more] = planPasses(remaining, ({ estimate }) => estimate);
    for (const pass of [first, ...more]) {
      const { charts } = this.report;
      const { sql, values } = countsSql(this.submissions, {
        questions: pass,
        isFirst: pass === first,
        charts,
      });
      rows.push(...(await this.runQuery<ReportRow>(sql, values)));
    }
    // Questions with a value filter are counted by their hashes.
    return rows.map((row) =>
      row.part === 'provided' && row.question !== null && filtered.has(row.question)
        ? { ...row, submissions: frequencies.get(row.question)?.[0]?.provided ?? 0 }
        : row,
    );
  }

  private async sample(): Promise<SampledQuestion[]> {
    const { questions } = this.report;
    const isSampled = (question: ReportQuestion): boolean =>
      question.kind !== 'count' && !isRepeated(question);
    // The newest place alone estimates well enough: the limits of a sample hold for more answers too.
    const paths = questions.filter(isSampled).map(({ places: [{ path }] }) => path);
    const { sql, values } = sampleSql(this.submissions, paths);
    const rows = await this.runQuery<SampledRow>(sql, values);
    const every = rows.find(({ path }) => path === null)?.every ?? 1;
    const byPath = new Map(rows.map((row) => [row.path, row]));
    return questions.map((question, index) => {
      const sample = isSampled(question) ? byPath.get(question.places[0].path) : undefined;
      const estimate = estimateCardinality(every, sample);
      const seemsUnique = sample?.singletons === sample?.answers;
      return { index, question, estimate, atMost: sample?.cutoff ?? undefined, seemsUnique };
    });
  }

  private async frequencies(sampled: readonly SampledQuestion[]): Promise<Map<number, FrequencyRow[]>> {
    const questions = sampled.filter(({ question, estimate }) => hasHighCardinality(question, estimate));
    const frequencies = new Map<number, FrequencyRow[]>(questions.map(({ index }) => [index, []]));
    for (const pass of planHashPasses(questions, ({ estimate }) => estimate)) {
      const { sql, values } = frequencySql(this.submissions, pass, this.seed);
      for (const row of await this.runQuery<FrequencyRow>(sql, values))
        frequencies.get(row.question)?.push(row);
    }
    return frequencies;
  }

  /** True if the frequencies suffice: all values are unique, and there is no grouping. */
  private isComplete([mostFrequent]: readonly FrequencyRow[]): boolean {
    return this.submissions.splitBy === undefined && mostFrequent?.frequency === 1;
  }

  /** Restricts a question to the values that can be listed; unchanged if too many hashes share a frequency. */
  private withValueFilter(sampled: SampledQuestion, frequencies: readonly FrequencyRow[]): SampledQuestion {
    const hashes = frequencies.map((each) => each.hashes);
    if (hashes.length === 0 || !hashes.every((each) => each !== null)) return sampled;
    // Only the smallest unique values can be listed.
    const unique = frequencies.find(({ frequency }) => frequency === 1);
    const valueFilter: ValueFilter = {
      atMost: unique?.lowest?.at(-1),
      seed: this.seed,
      hashes: hashes.flat(),
    };
    const distinct = valueFilter.hashes.length + MAX_LISTED_VALUES;
    return { ...sampled, valueFilter, estimate: { ...sampled.estimate, distinct } };
  }
}

function uniqueValueRows({ question, provided, lowest }: FrequencyRow): ReportRow[] {
  const row = {
    question,
    value: null,
    split: '',
    submissions: 1,
    median: null,
    mean: null,
    mode: null,
    stdev: null,
    width: null,
    least: null,
    greatest: null,
  };
  return [
    { ...row, part: 'provided', submissions: provided },
    ...(lowest ?? []).map((value): ReportRow => ({ ...row, part: 'value', value })),
  ];
}

export interface GeoPointCluster {
  readonly question: number;
  /** Mean of the points, in degrees. */
  readonly latitude: number;
  readonly longitude: number;
  readonly answers: number;
}

/** Grid of the map, which bounds the number of clusters. */
const GRID_COLUMNS = 64;
const GRID_ROWS = 48;
/** Format of geo points: latitude, longitude, and optional altitude and precision. */
const POINT = `'^-?[0-9]{1,3}([.][0-9]+)? -?[0-9]{1,3}([.][0-9]+)?( |$)'`;

/** SQL/JSON path of an answer, over all instances of the enclosing repeats. */
function jsonPathOf({ repeats, path }: AnswerPlace): string {
  return ['$', ...repeats.map((repeat) => `${JSON.stringify(repeat)}[*]`), JSON.stringify(path)].join('.');
}
