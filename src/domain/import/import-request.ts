import type { RequestOrigin } from '../account/actor';
import type { AssetType } from '../content/content';
import type { FormProblem } from '../content/form-problem';

/** Parameters of an import (contract-assets 6). */
export interface ImportRequest {
  /** Name of a new asset, unless the file has a title. */
  readonly name?: string;
  /** uid of the asset to overwrite; absent: creates one. */
  readonly destination?: string;
  /** False: a survey. True: a question or block of the library. */
  readonly library: boolean;
  readonly desiredType?: AssetType;
  readonly url?: string;
  readonly from?: RequestOrigin;
}

export interface ImportedAsset {
  readonly uid: string;
  readonly kind: 'asset' | 'collection';
  readonly summary?: Readonly<Record<string, unknown>>;
  readonly owner__username: string;
}

/** Audit record of an updated asset, for clients that keep their own audit log. */
export interface ImportAuditEntry {
  readonly asset_uid: string;
  readonly asset_id: number;
  readonly latest_version_uid: string;
  readonly ip_address: string | null;
  readonly source: string | null;
  readonly old_name: string;
  readonly new_name: string;
  readonly project_owner: string;
}

interface ImportWarnings {
  /** Compiler warnings, each with its location first; absent if there are none. */
  readonly warnings?: readonly string[];
}

/** Result of an import; empty while it runs. */
export type ImportMessages =
  | Record<string, never>
  | ({ readonly created: readonly ImportedAsset[] } & ImportWarnings)
  | ({
      readonly updated: readonly ImportedAsset[];
      readonly audit_logs: readonly ImportAuditEntry[];
    } & ImportWarnings)
  | {
      readonly error_type: string;
      readonly error: string;
      readonly problems?: readonly FormProblem[];
    };
