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
  /** The uploaded file's own name; names the asset when nothing else does. */
  readonly fileName?: string;
  /** Where the file is to be downloaded from, when none was sent. */
  readonly url?: string;
}

/** One asset that an import made or changed. */
export interface ImportedAsset {
  readonly uid: string;
  readonly kind: 'asset';
  readonly summary: Readonly<Record<string, unknown>>;
  readonly owner__username: string;
}

interface Doubts {
  /** What is doubtful about the form, one sentence each, with its place in front; absent when nothing is. */
  readonly warnings?: readonly string[];
}

/** What an import tells about its outcome; empty while it runs. */
export type ImportMessages =
  | Record<string, never>
  | ({ readonly created: readonly ImportedAsset[] } & Doubts)
  | ({ readonly updated: readonly ImportedAsset[] } & Doubts)
  | {
      readonly error_type: string;
      /** A sentence, or one line for each problem of the form. */
      readonly error: string;
      /** The same problems, each with sheet, row and column where it has them. */
      readonly problems?: readonly FormProblem[];
    };
