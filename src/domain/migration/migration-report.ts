import type { AssetType } from '../content/content';
import type { VisibleTotals } from './visible-submission';

/** Counts of one run. */
export interface MovedSubmissions {
  readonly created: number;
  readonly changed: number;
  readonly deleted: number;
  readonly unchanged: number;
  readonly attachments: number;
  readonly attachmentBytes: number;
}

export interface SubmissionComparison {
  readonly count: { readonly source: number; readonly here: number };
  /** Sums of the SHA-256 digests of canonical instances. */
  readonly digest: { readonly source: string; readonly here: string };
  readonly attachments: { readonly source: number; readonly here: number };
  /** Counts of what people see, absent in reports of earlier releases, like the next ones: at the source as its own data API shows it, or as its forms and XML describe it. */
  readonly visible?: { readonly source: VisibleTotals; readonly here: VisibleTotals };
  /** Comments, absent where neither side has any, like the next ones: states before edits. */
  readonly notes?: Count;
  readonly earlierStates?: Count;
  /** Submissions by validation status; those without one are not counted. */
  readonly validationStatuses?: Counts;
  /** Submissions by the version that their XML names. */
  readonly versions?: Counts;
}

export interface Count {
  readonly source: number;
  readonly here: number;
}

/** By name. */
export interface Counts {
  readonly source: Readonly<Record<string, number>>;
  readonly here: Readonly<Record<string, number>>;
}

export interface AssetReport {
  readonly uid: string;
  readonly name: string;
  readonly assetType: AssetType;
  readonly owner: string;
  /** `complete`: everything that the source delivers is here. */
  readonly state: 'complete' | 'incomplete' | 'planned';
  /** Facts to know or to act on: missing users, secrets of webhooks, attachments that are gone at the source. */
  readonly notes: readonly string[];
  /** Parts that the source has and that do not move, with counts. */
  readonly notMoved?: readonly string[];
  /** Parts that could not be moved, with the reason. */
  readonly problems: readonly string[];
  readonly submissions?: MovedSubmissions;
  readonly comparison?: SubmissionComparison;
  /** Entities of lists, by name of the list. */
  readonly entities?: Counts;
  /** Named one by one, up to a limit; empty if source and copy are equal. */
  readonly differences: readonly string[];
}

export interface MigrationReport {
  readonly source: string;
  readonly started: string;
  readonly finished: string;
  readonly dryRun: boolean;
  readonly createdAccounts: readonly string[];
  /** Users of the source without an account here. */
  readonly missingAccounts: readonly string[];
  /** Assets of the source that were not included on purpose, with the reason. */
  readonly omitted: readonly string[];
  /** Accounts whose assets could not be listed, and assets that are neither listed nor known to be gone, with the reason. */
  readonly failed: readonly string[];
  readonly assets: readonly AssetReport[];
  /** Copies deleted here because their source was. */
  readonly deletedAssets: readonly string[];
  /** Whether the bytes of all attachments were read again and compared. */
  readonly verifiedFiles?: boolean;
  /** Whether every asset is complete and equal, as far as it was compared. */
  readonly equal: boolean;
}
