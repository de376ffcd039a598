import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { PlainFields } from '../../domain/asset/plain-fields';
import type { AssetType } from '../../domain/content/content';
import type { JsonObject } from '../../domain/text/json-value';
import type { SheetSource } from '../../workers/form-engine/form-engine-types';

/** Writable fields of an asset; absent fields stay unchanged. */
export interface AssetInput extends Partial<PlainFields> {
  readonly assetType?: AssetType;
  readonly name?: string;
  /** Sheets in any client format, or standard content. */
  readonly content?: SheetSource;
  /** New languages of the form; ignored when `content` is sent. */
  readonly languages?: readonly (string | null)[];
  /** Null resets to the defaults. */
  readonly settings?: JsonObject | null;
  readonly reportStyles?: JsonObject;
  readonly dataSharing?: JsonObject;
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
