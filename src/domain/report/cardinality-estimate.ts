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
