import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { SpssFile } from './spss-labels';

/** Fixed mtime, so that equal labels produce equal bytes. */
const ENTRY_OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Zips the files; path separators in names become `_`. */
export function spssZip(files: readonly SpssFile[]): Readable {
  const zip = new ZipFile();
  for (const { name, text } of files) {
    zip.addBuffer(Buffer.from(text), name.replace(/[\\/]/g, '_'), ENTRY_OPTIONS);
  }
  zip.end();
  return zip.outputStream as Readable;
}
