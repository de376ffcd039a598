/** Limits of filters and searches, checked before they reach the database. */
export const QUERY_LIMITS = {
  textLength: 20_000,
  depth: 12,
  conditions: 200,
  /** Terms of a search, each of which may search several fields. */
  terms: 50,
  tagTerms: 10,
  /** Values in one list, such as that of `$in`. */
  listValues: 1_000,
  sortKeys: 10,
  /** Comma-separated names in `ordering`, unknown ones included. */
  sortTerms: 100,
  patternLength: 200,
  /** Repetition count in a regular expression, as in `a{100}`. */
  patternRepetitions: 100,
} as const;
