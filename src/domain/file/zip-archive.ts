import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ArchivedFile {
  readonly folder: string;
  readonly name: string;
  readonly byteSize: number;
  readonly date: Date;
  /** Opens the bytes when the archive reaches the file. */
  readonly open: () => Promise<Readable>;
}

/**
 * Zips files uncompressed, one folder each, opening one at a time. Bytes that cannot be read, or of another number than
 * `byteSize`, destroy the stream, so that no client takes a part for the whole.
 */
export function zipArchive(files: readonly ArchivedFile[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  zip.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => current?.destroy());
  for (const { folder, name, byteSize, date, open } of files) {
    const options = { compress: false, size: byteSize, mtime: date };
    zip.addReadStreamLazy(`${segment(folder)}/${segment(name)}`, options, (done) => {
      open().then(
        (bytes) => {
          current = bytes;
          if (output.destroyed) bytes.destroy();
          done(null, bytes);
        },
        (error: unknown) => done(error, undefined as never),
      );
    });
  }
  zip.end();
  return output;
}

/** Path segment of an archive; separators and names that lead upwards cannot escape from the folder. */
function segment(name: string): string {
  const safe = name.replace(/[\\/\0]/g, '_');
  return /^\.*$/.test(safe) ? `_${safe}` : safe;
}
