import type { ReadCost, RunQuery } from '../query/bounded-reader';

/** Ids of submissions, both included. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

export interface SummaryDefinition<Plan> {
  readonly assetId: number;
  /** Of what the summary contains, and the format of its parts. */
  readonly key: readonly unknown[];
  /** Decides once, for all parts, what they contain. */
  readonly plan: (query: RunQuery) => Promise<Plan>;
  /** Of a statement; default: `aggregate`. */
  readonly cost?: ReadCost;
  /** With more, reading fails, and the next one continues. Default: any number. */
  readonly maxComputed?: number;
  /** After this time, reading fails with an UnfinishedError. Default: `SUMMARY_LIMITS.computingMs`. */
  readonly computingMs?: number;
  readonly compute: (query: RunQuery, plan: Plan, range: IdRange) => Promise<Buffer>;
  /** Parts are a few bytes each: all are read at once. Otherwise 8 are in memory at a time. */
  readonly hasSmallParts?: boolean;
}

export interface SummaryPart {
  readonly range: IdRange;
  readonly data: Buffer;
}

export interface OpenSummary<Plan> {
  readonly plan: Plan;
  /** State of the submissions that the parts show: `pg_snapshot` as text. */
  readonly snapshot: string;
  /** False before it is stored for the first time. */
  readonly isStored: boolean;
  /** Number of parts. */
  readonly size: number;
  /** Each part, in the order of ids; computes those of which submissions changed. */
  readonly parts: () => AsyncGenerator<SummaryPart>;
}
