import { randomInt } from 'node:crypto';
import type { CountedQuestion, ValueFilter } from '../query/answers-sql';
import type { RunQuery } from '../query/bounded-reader';
import { countsSql, frequencySql, sampleSql } from '../query/report-counts-sql';
import type { SelectedSubmissions, VersionSelection } from '../query/submission-sql';
import type { TimeZone } from '../../domain/time-zone';
import {
  type AnswerSample,
  type CardinalityEstimate,
  estimateCardinality,
  MAX_LISTED_VALUES,
} from '../../domain/report/value-table';
import { hasHighCardinality, planPasses, planHashPasses } from '../../domain/report/report-passes';
import { isRepeated, type ReportQuestion } from '../../domain/report/report-question';

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

export interface SampledQuestion extends CountedQuestion {
  readonly estimate: CardinalityEstimate;
  readonly atMost: string | undefined;
  readonly seemsUnique: boolean;
}

/** Within the limit of `randomInt`, 2^48. */
const SEED_RANGE = 2 ** 47;

/** Counts the answers of all selected submissions. */
export class ReportAggregation {
  private readonly seed = String(randomInt(SEED_RANGE));

  constructor(
    private readonly runQuery: RunQuery,
    private readonly submissions: SelectedSubmissions,
    private readonly report: ReportDefinition,
    /** Indexes of questions that are counted elsewhere, as are the submissions then. */
    private readonly excluded?: ReadonlySet<number>,
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
      const isFirst = pass === first && this.excluded === undefined;
      const { sql, values } = countsSql(this.submissions, { questions: pass, isFirst, charts });
      rows.push(...(await this.runQuery<ReportRow>(sql, values)));
    }
    // Questions with a value filter are counted by their hashes.
    return rows.map((row) =>
      row.part === 'provided' && row.question !== null && filtered.has(row.question)
        ? { ...row, submissions: frequencies.get(row.question)?.[0]?.provided ?? 0 }
        : row,
    );
  }

  async sample(): Promise<SampledQuestion[]> {
    const { questions } = this.report;
    const counted = questions
      .map((question, index) => ({ question, index }))
      .filter(({ index }) => this.excluded?.has(index) !== true);
    const isSampled = (question: ReportQuestion): boolean =>
      question.kind !== 'count' && !isRepeated(question);
    // The newest place alone estimates well enough: the limits of a sample hold for more answers too.
    const sampled = counted.filter(({ question }) => isSampled(question));
    const paths = sampled.map(({ question }) => question.places[0].path);
    const { sql, values } = sampleSql(this.submissions, paths);
    const rows = await this.runQuery<SampledRow>(sql, values);
    const every = rows.find(({ path }) => path === null)?.every ?? 1;
    const byPath = new Map(rows.map((row) => [row.path, row]));
    return counted.map(({ question, index }) => {
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
