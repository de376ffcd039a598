import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { SpssFile } from './spss-labels';

/** Every file has the same time, so that the same labels give the same bytes. */
const ENTRY_OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** The files as a zip. What would lead into folders, or out of them, is none of a name. */
export function spssZip(files: readonly SpssFile[]): Readable {
  const zip = new ZipFile();
  for (const { name, text } of files) {
    zip.addBuffer(Buffer.from(text), name.replace(/[\\/]/g, '_'), ENTRY_OPTIONS);
  }
  zip.end();
  return zip.outputStream as Readable;
}
