import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../domain/content/asset-type';
import type { FormSource } from '../../workers/form-engine/form-engine.port';

type FreeObject = Readonly<Record<string, unknown>>;

/** What a caller may write of an asset; absent is left alone. */
export interface AssetInput {
  readonly assetType?: AssetType;
  readonly name?: string;
  /** Sheets in any of the forms that clients send, or the standard one. */
  readonly content?: FormSource;
  /** Languages that the form shall have; nothing beside content. */
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
  /** Uid of the collection that it goes into; null takes it out of the one that it is in. */
  readonly parent?: string | null;
}

/** An asset as it is being written. */
export interface SavedAsset {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  /** What it was called before; absent for one that is being made. */
  readonly formerName?: string;
  readonly summary: Readonly<Record<string, unknown>>;
}

/** What must be written if and only if the asset is, in the same transaction. */
export type Alongside = (transaction: Transaction, saved: SavedAsset) => Promise<void>;

export const NOTHING_ELSE: Alongside = async () => undefined;
