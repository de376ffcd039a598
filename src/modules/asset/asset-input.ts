import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../domain/content/asset-type';
import type { SheetSource } from '../../workers/form-engine/form-engine-types';

type FreeObject = Readonly<Record<string, unknown>>;

/** Writable fields of an asset; absent fields stay unchanged. */
export interface AssetInput {
  readonly assetType?: AssetType;
  readonly name?: string;
  /** Sheets in any client format, or standard content. */
  readonly content?: SheetSource;
  /** New languages of the form; ignored when `content` is sent. */
  readonly languages?: readonly (string | null)[];
  /** Null resets to the defaults. */
  readonly settings?: FreeObject | null;
  readonly tags?: readonly string[];
  readonly reportStyles?: FreeObject;
  readonly reportCustom?: FreeObject;
  readonly mapStyles?: FreeObject;
  readonly mapCustom?: FreeObject;
  readonly advancedFeatures?: FreeObject;
  readonly dataSharing?: FreeObject;
  /** Uid of the new parent collection; null for none. */
  readonly parent?: string | null;
}

/** Asset written by the open transaction. */
export interface SavedAsset {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  /** Name before the save; absent for a new asset. */
  readonly formerName?: string;
  readonly summary: Readonly<Record<string, unknown>>;
}

/** Runs in the transaction that saves the asset. */
export type AfterSave = (transaction: Transaction, saved: SavedAsset) => Promise<void>;

export const NO_AFTER_SAVE: AfterSave = async () => undefined;
