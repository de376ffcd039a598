/**
 * Lazy initialization: creates the value on first use and caches it. For Intl objects, whose tables take megabytes
 * that most processes never need (docs/performance.md#idle-memory).
 */
export function lazy<Value extends object>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= create());
}

/** Decides which assets a read shows, and so which changes affect it. */
export interface AssetReader {
  /** Users whose assignments decide what is visible: the caller first, and AnonymousUser where it counts. */
  readonly userIds: readonly number[];
  /** Sees all assets, regardless of assignments (superuser). */
  readonly seesAll: boolean;
}

/** Read whose result stays valid until an asset that it shows changes. Submission counts are not covered. */
export interface RevalidatedRead<Result> {
  /** Contains every input of the result other than the database; undefined: seldom repeated, not worth caching. */
  readonly key: string | undefined;
  readonly reader: AssetReader;
  /** The only asset shown; undefined: any asset visible to the reader. */
  readonly assetId?: number;
  /** Reads the current result, whatever was read before. */
  readonly read: () => Promise<Result>;
}

/** Checks whether an earlier result is still valid, and reads the submission counts if so. */
export interface ValidationRequest {
  readonly reader: AssetReader;
  readonly assetId: number | undefined;
  /** `pg_snapshot` of the earlier result as text; undefined: there is none. */
  readonly since: string | undefined;
  readonly countedAssetIds: readonly number[];
}

export interface Validation {
  readonly snapshot: string;
  /** Start time of the database server: snapshots of another server can't be compared. */
  readonly server: string;
  /** Relevant changes were committed after the earlier snapshot. */
  readonly hasChanged: boolean;
  /** JSON as `AssetSubmissionCounts` reads it; null: not counted. */
  readonly submissionCounts: string | null;
}
