import type { AssetType } from '../domain/content/asset-type';
import type { Content } from '../domain/content/content';
import type { FormProblem } from '../domain/content/form-problem';

/** An uploaded workbook, and what shall become of it. */
export interface FormFile {
  readonly bytes: Uint8Array;
  readonly library: boolean;
  /** It takes the place of an asset's content. */
  readonly overwrites?: boolean;
  readonly desiredType?: AssetType;
  /** Name of the file without its ending. */
  readonly stem?: string;
}

/** A form that was read, or everything that is wrong with it. */
export type FormReading =
  | {
      readonly kind: 'form';
      readonly assetType: AssetType;
      readonly content: Content;
      readonly title: string | undefined;
    }
  | { readonly kind: 'refused'; readonly problems: readonly FormProblem[] }
  | { readonly kind: 'unreadable'; readonly message: string };

/** Reads workbooks away from the event loop, in bounded time and memory. */
export abstract class FormReader {
  /** Total: what is wrong with the file is part of the answer. */
  abstract read(file: FormFile): Promise<FormReading>;
}
