import type { RequestOrigin } from '../account/actor';
import type { AssetType } from '../content/asset-type';
import type { FormProblem } from '../content/form-problem';

/** What an import was asked to do (contract-assets 6). */
export interface ImportRequest {
  /** Name for a new asset; a title inside the file beats it. */
  readonly name?: string;
  /** uid of the asset to overwrite; absent: a new one is made. */
  readonly destination?: string;
  /** False: a survey. True: a question or block of the library. */
  readonly library: boolean;
  readonly desiredType?: AssetType;
  /** Where the file is to be downloaded from, when none was sent. */
  readonly url?: string;
  /** Where it was asked for from, as far as it is known. */
  readonly from?: RequestOrigin;
}

/** One asset that an import made or changed. */
export interface ImportedAsset {
  readonly uid: string;
  readonly kind: 'asset' | 'collection';
  /** Of an asset with a form. */
  readonly summary?: Readonly<Record<string, unknown>>;
  readonly owner__username: string;
}

/** What an import changed of an asset that there was, for whoever keeps books of their own. */
export interface ImportTrace {
  readonly asset_uid: string;
  readonly asset_id: number;
  readonly latest_version_uid: string;
  readonly ip_address: string | null;
  readonly source: string | null;
  readonly old_name: string;
  readonly new_name: string;
  readonly project_owner: string;
}

interface Doubts {
  /** What is doubtful about the form, one sentence each, with its place in front; absent when nothing is. */
  readonly warnings?: readonly string[];
}

/** What an import tells about its outcome; empty while it runs. */
export type ImportMessages =
  | Record<string, never>
  | ({ readonly created: readonly ImportedAsset[] } & Doubts)
  | ({ readonly updated: readonly ImportedAsset[]; readonly audit_logs: readonly ImportTrace[] } & Doubts)
  | {
      readonly error_type: string;
      /** A sentence, or one line for each problem of the form. */
      readonly error: string;
      /** The same problems, each with sheet, row and column where it has them. */
      readonly problems?: readonly FormProblem[];
    };
