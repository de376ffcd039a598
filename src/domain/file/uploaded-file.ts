import type { Draft } from './draft';

/** A file that came with a form. */
export interface UploadedFile {
  readonly name: string;
  readonly draft: Draft;
}
