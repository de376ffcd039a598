import type { StagedFile } from './staged-file';

/** File part of a multipart request. */
export interface UploadedFile {
  readonly name: string;
  readonly staged: StagedFile;
}
