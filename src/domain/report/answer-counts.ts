import type { ReportQuestion } from './report-question';

/** How often a value was answered. */
export interface ValueCount {
  readonly value: string;
  /** The answer that parts the report, of whoever answered so; '' where there is none. */
  readonly split: string;
  readonly submissions: number;
}

/** Numbers of those who share an answer that parts the report; '' for all. A statistic that there is not is null. */
export interface NumberSummary {
  readonly split: string;
  readonly median: number | null;
  readonly mean: number | null;
  readonly mode: number | null;
  readonly stdev: number | null;
}

/** Numbers from `from` on, up to and without `from + width`. */
export interface Bin {
  readonly from: number;
  readonly width: number;
  readonly answers: number;
}

/** What is known of the answers to a question. */
export interface AnswerCounts {
  /** Submissions that answer it. */
  readonly provided: number;
  readonly values: readonly ValueCount[];
  readonly numbers: readonly NumberSummary[];
  /** From the lowest on, those without answers left out; none unless charts are drawn. */
  readonly bins: readonly Bin[];
}

/** How a report is parted: the answers to one question, in the order in which they first came. */
export interface Split {
  readonly question: ReportQuestion;
  readonly answers: readonly { readonly value: string; readonly submissions: number }[];
}
