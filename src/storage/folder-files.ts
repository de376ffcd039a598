import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { closeSync, fsync, open, writev } from 'node:fs';
import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { TooLargeError } from '../domain/errors';

const FOLDER = 'the folder of DATA_DIR or STORAGE_URL';

/** Says why files cannot be written to a folder, and what to do, by the code of the error. */
export function folderFailure(code: string | undefined): string {
  return `Files cannot be written (${code}). ${remedyOf(code)}`;
}

function remedyOf(code: string | undefined): string {
  switch (code) {
    case 'ENOSPC':
      return `The disk with ${FOLDER} is full. Free space or inodes, or move the folder to a larger disk.`;
    case 'EDQUOT':
      return `The disk quota for ${FOLDER} is used up. Free space, or raise the quota.`;
    case 'EACCES':
    case 'EPERM':
      return `The user of the service may not write to ${FOLDER}. Give the folder to this user or its group.`;
    case 'EROFS':
      return `The file system with ${FOLDER} is read-only. Mount it for writing, or set another folder.`;
    default:
      return `Check ${FOLDER}: its owner, its permissions and the free space.`;
  }
}

/** Open file or folder. Uses the callback API: `FileHandle` takes twice the CPU time, and an upload opens three files. */
export class OpenFile {
  private constructor(private readonly descriptor: number) {}

  /** @param flags `wx`: new file, `r`: existing file or folder */
  static open(path: string, flags: 'wx' | 'r'): Promise<OpenFile> {
    return new Promise((resolve, reject) => {
      open(path, flags, (error, descriptor) => {
        if (error === null) resolve(new OpenFile(descriptor));
        else reject(error);
      });
    });
  }

  /** Appends all bytes, repeating short writes. */
  append(chunks: readonly Buffer[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const write = (remaining: readonly Buffer[]): void => {
        if (remaining.length === 0) return resolve();
        writev(this.descriptor, remaining, null, (error, written) => {
          if (error === null) write(skipBytes(remaining, written));
          else reject(error);
        });
      };
      write(chunks);
    });
  }

  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fsync(this.descriptor, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Synchronous: closing does not block here, and is cheaper than a round trip to a libuv thread. */
  close(): void {
    closeSync(this.descriptor);
  }
}

function skipBytes(chunks: readonly Buffer[], bytes: number): readonly Buffer[] {
  const remaining: Buffer[] = [];
  let offset = 0;
  for (const chunk of chunks) {
    const from = Math.max(0, bytes - offset);
    if (from < chunk.length) remaining.push(chunk.subarray(from));
    offset += chunk.length;
  }
  return remaining;
}

/** Returns false for ENOENT and rethrows any other error. */
export function falseIfMissing(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
  throw error;
}

export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch(falseIfMissing);
}

export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => falseIfMissing(error) || []);
}

/** Names of the files in a folder last written to at least `olderThanMs` ago. */
export async function staleNamesIn(folder: string, olderThanMs: number): Promise<string[]> {
  const stale: string[] = [];
  for (const name of await namesIn(folder)) {
    const stats = await stat(join(folder, name)).catch(falseIfMissing);
    // File times have fractions of a millisecond, which must not be ahead of the clock.
    if (stats !== false && Date.now() - Math.floor(stats.mtimeMs) >= olderThanMs) stale.push(name);
  }
  return stale;
}

/** Fsyncs a folder: a rename is durable only then. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await OpenFile.open(path, 'r');
  try {
    await folder.sync();
  } finally {
    folder.close();
  }
}

/** Incremental SHA-256 with a byte count and a size limit. */
export class ContentHash {
  private readonly hash = createHash('sha256');
  byteSize = 0;

  constructor(private readonly maxBytes: number) {}

  add(bytes: Buffer): void {
    this.byteSize += bytes.length;
    if (this.byteSize > this.maxBytes) {
      throw new TooLargeError(`The file exceeds the limit of ${this.maxBytes} bytes. Send a smaller one.`);
    }
    this.hash.update(bytes);
  }

  /** To be called once, at the end. */
  digest(): Buffer {
    return this.hash.digest();
  }
}

/** Pass-through stream that counts and hashes bytes. */
export class HashingTransform extends Transform {
  private readonly hash = new ContentHash(Infinity);

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.hash.add(chunk);
    done(null, chunk);
  }

  get byteSize(): number {
    return this.hash.byteSize;
  }

  /** To be called once, at the end. */
  digest(): Buffer {
    return this.hash.digest();
  }
}
