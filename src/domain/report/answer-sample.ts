/** How the answers to a question differ in some of the submissions. */
export interface AnswerSample {
  readonly answers: number;
  /** Different answers, by what parts the report. */
  readonly differing: number;
  /** Of those the ones that were given once. */
  readonly once: number;
  /** Mean, in bytes. */
  readonly width: number;
  /** The last of the different answers that a list by code point would have; null where it would have all. */
  readonly hundredth: string | null;
}

/** Answers to a question in all submissions, about. */
export interface ExpectedAnswers {
  readonly answers: number;
  /** Different ones, by what parts the report. */
  readonly differing: number;
  /** Mean, in bytes. */
  readonly width: number;
  /** The part of the answers that a list by code point would have to be looked for in; 1: perhaps all. */
  readonly low: number;
}

/** Different answers to a question that a report lists. */
export const LISTED_VALUES = 100;

/**
 * The more of the answers that were looked at were given only once, the more others there are (the estimator of Haas and
 * Stokes).
 * @param every one in so many submissions was looked at
 * @param sample undefined: there was no answer
 */
export function expectedAnswers(every: number, sample: AnswerSample | undefined): ExpectedAnswers {
  if (sample === undefined) return { answers: 0, differing: 0, width: 0, low: 1 };
  const { answers, differing, once, width, hundredth } = sample;
  return {
    answers: answers * every,
    differing: (answers * differing) / (answers - once + once / every),
    width,
    low: hundredth === null ? 1 : Math.min(1, LISTED_VALUES / differing),
  };
}
