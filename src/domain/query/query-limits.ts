/** How much of a filter is taken; what exceeds it is refused before the database sees anything. */
export const QUERY_LIMITS = {
  /** Characters of a query's text. */
  textLength: 20_000,
  /** Conditions inside each other. */
  depth: 12,
  /** Conditions in all. */
  conditions: 200,
  /** Terms of a search, each of which looks into several fields. */
  terms: 50,
  /** Terms of a search that ask for tags. */
  tagTerms: 10,
  /** Values in one list, such as that of `$in`. */
  listValues: 1_000,
  /** Keys that a list is sorted by. */
  sortKeys: 10,
  /** Words of an order that are looked at, most of which would be none. */
  sortTerms: 100,
  /** Characters of a regular expression. */
  patternLength: 200,
  /** The highest number that a regular expression counts repetitions to. */
  patternRepetitions: 100,
} as const;
