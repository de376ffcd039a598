import type { ReportQuestion } from './report-question';

export interface ValueCount {
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
}

/** Histogram bin: the half-open interval from `from` to `from + width`. */
export interface Bin {
  readonly from: number;
  readonly width: number;
  readonly answers: number;
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
