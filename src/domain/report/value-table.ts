import type { ReportQuestion } from './report-question';

/** Frequency table of a question, cross-tabulated by the grouping question. */
export interface ValueTable {
  /** Labels of the groups, the least frequent ones as `...`; empty without a grouping. */
  readonly columns: readonly string[];
  readonly rows: readonly ValueRow[];
}

export interface ValueRow {
  readonly label: string;
  readonly submissions: number;
  readonly parts: readonly number[];
}

const MAX_COLUMNS = 5;
/** Label of all other groups. */
export const OTHERS = '...';

/** Builds the frequency table: most frequent first, dates in calendar order; choices by label (contract-data 5). */
export function valueTable(
  question: ReportQuestion,
  { values }: Pick<AnswerCounts, 'values'>,
  split: Split | undefined,
): ValueTable {
  if (split === undefined) {
    const rows = sortValues(question, values).map(({ value, submissions }) => ({
      label: labelOf(question, value),
      submissions,
      parts: [],
    }));
    return { columns: [], rows };
  }
  const { groups, hasOthers } = groupsOf(split);
  const byValue = new Map<string, Map<string, number>>();
  for (const { value, split: answer, submissions } of values) {
    const row = byValue.get(value) ?? new Map<string, number>();
    byValue.set(value, row.set(answer, submissions));
  }
  const sumOf = (row: ReadonlyMap<string, number>): number =>
    [...row].reduce((sum, [answer, submissions]) => sum + (answer === '' ? 0 : submissions), 0);
  const sums = [...byValue].map(([value, row]) => ({ value, split: '', submissions: sumOf(row) }));
  return {
    columns: [...groups.map((answer) => labelOf(split.question, answer)), ...(hasOthers ? [OTHERS] : [])],
    rows: sortValues(question, sums).map(({ value, submissions }) => {
      const parts = groups.map((answer) => byValue.get(value)?.get(answer) ?? 0);
      const others = submissions - parts.reduce((sum, part) => sum + part, 0);
      return { label: labelOf(question, value), submissions, parts: hasOthers ? [...parts, others] : parts };
    }),
  };
}

/** Answers to the grouping question that have a column of their own, and whether there is one for all others. */
export function groupsOf({ answers }: Split): { groups: string[]; hasOthers: boolean } {
  const groups = [...answers]
    .sort((one, other) => other.submissions - one.submissions)
    .slice(0, MAX_COLUMNS)
    .map(({ value }) => value)
    .sort();
  return { groups, hasOthers: answers.length >= MAX_COLUMNS };
}

/** Submissions in each column of a table by group. */
export function groupTotals(split: Split): number[] {
  const { groups, hasOthers } = groupsOf(split);
  const all = new Map(split.answers.map(({ value, submissions }) => [value, submissions]));
  const totals = groups.map((group) => all.get(group) ?? 0);
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((one, other) => one + other, 0);
  return hasOthers ? [...totals, sum(all.values()) - sum(totals)] : totals;
}

export interface HistogramColumn {
  readonly from: number;
  readonly answers: number;
  /** By column of a table by group. */
  readonly parts: readonly number[];
}

export interface Histogram {
  readonly width: number;
  /** Whether each column is one whole number. */
  readonly isByNumber: boolean;
  /** Ascending and without gaps. */
  readonly columns: readonly HistogramColumn[];
}

/** Adds the bins of the groups, and empty ones between them. @param bins at least one, ascending */
export function histogram(
  { kind }: ReportQuestion,
  bins: readonly Bin[],
  split: Split | undefined,
): Histogram {
  const [first, last] = [bins[0]!, bins.at(-1)!];
  const { width } = first;
  const { groups, hasOthers } = split === undefined ? { groups: [], hasOthers: false } : groupsOf(split);
  const columns = Array.from({ length: Math.round((last.from - first.from) / width) + 1 }, (_, index) => {
    const from = first.from + index * width;
    const own = bins.filter((bin) => Math.abs(bin.from - from) < width / 2);
    const inGroups = own.filter((bin) => split === undefined || bin.split !== '');
    const answers = inGroups.reduce((sum, bin) => sum + bin.answers, 0);
    const parts = groups.map((group) => own.find((bin) => bin.split === group)?.answers ?? 0);
    const others = answers - parts.reduce((sum, part) => sum + part, 0);
    return { from, answers, parts: hasOthers ? [...parts, others] : parts };
  });
  const isByNumber =
    width === 1 &&
    (kind === 'whole' || bins.every(({ least, greatest, from }) => least === from && greatest === from));
  return { width, isByNumber, columns };
}

/**
 * Label of a choice in the report's language, or its name; labels of all choices of an answer that counts whole. Rankings
 * are text, whatever the number of choices in them.
 */
export function labelOf({ labels, type }: Pick<ReportQuestion, 'labels' | 'type'>, value: string): string {
  if (type === 'rank') return value;
  if (type !== 'select_multiple_from_file') return labels.get(value) ?? value;
  return value.replace(/\S+/g, (name) => labels.get(name) ?? name);
}

/** Sorts by frequency descending, then by value; dates by value only. */
function sortValues(question: ReportQuestion, values: readonly ValueCount[]): ValueCount[] {
  return [...values].sort(
    (one, other) =>
      (question.type === 'date' ? 0 : other.submissions - one.submissions) ||
      Number(one.value > other.value) - Number(one.value < other.value),
  );
}

interface ValueCount {
  readonly value: string;
  /** Answer to the grouping question (`split_by`); '' without one. */
  readonly split: string;
  readonly submissions: number;
}

/** Statistics of numeric answers per group; null if undefined. */
export interface NumberSummary {
  readonly split: string;
  readonly median: number | null;
  readonly mean: number | null;
  readonly mode: number | null;
  readonly stdev: number | null;
  readonly least: number | null;
  readonly greatest: number | null;
}

/** Histogram bin of a group: the half-open interval from `from` to `from + width`, with its least and greatest answer. */
export interface Bin {
  readonly from: number;
  readonly width: number;
  readonly split: string;
  readonly answers: number;
  readonly least: number;
  readonly greatest: number;
}

export interface AnswerCounts {
  readonly provided: number;
  readonly values: readonly ValueCount[];
  readonly numbers: readonly NumberSummary[];
  /** Ascending, without empty bins; computed for charts only. */
  readonly bins: readonly Bin[];
}

/** Grouping of a report by a question (`split_by`), with its answers in order of first submission. */
export interface Split {
  readonly question: ReportQuestion;
  readonly answers: readonly { readonly value: string; readonly submissions: number }[];
}

/** Statistics of the answers to a question in a sample of the submissions. */
export interface AnswerSample {
  readonly answers: number;
  /** Distinct answers per group. */
  readonly distinct: number;
  /** Distinct answers that occur once. */
  readonly singletons: number;
  /** Mean size, in bytes. */
  readonly width: number;
  /** Greatest listed answer by code point; null if the list has them all. */
  readonly cutoff: string | null;
}

/** Estimated statistics of the answers in all submissions. */
export interface CardinalityEstimate {
  readonly answers: number;
  /** Distinct answers per group. */
  readonly distinct: number;
  /** Mean size, in bytes. */
  readonly width: number;
  /** Share of the answers that can be among the listed ones by code point, from 0 to 1. */
  readonly listedShare: number;
}

/** Limit of distinct answers in a report. */
export const MAX_LISTED_VALUES = 100;

/** True if there may be further answers, less frequent than the listed ones. */
export function isLimited({ values }: Pick<AnswerCounts, 'values'>): boolean {
  return new Set(values.map(({ value }) => value)).size >= MAX_LISTED_VALUES;
}

/**
 * Estimates the number of distinct answers from those that occur once in the sample (Haas and Stokes).
 * @param every sampling interval in submissions @param sample undefined: no answers
 */
export function estimateCardinality(every: number, sample: AnswerSample | undefined): CardinalityEstimate {
  if (sample === undefined) return { answers: 0, distinct: 0, width: 0, listedShare: 1 };
  const { answers, distinct, singletons, width, cutoff } = sample;
  return {
    answers: answers * every,
    distinct: (answers * distinct) / (answers - singletons + singletons / every),
    width,
    listedShare: cutoff === null ? 1 : Math.min(1, MAX_LISTED_VALUES / distinct),
  };
}
