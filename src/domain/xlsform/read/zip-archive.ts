import { createInflateRaw } from 'node:zlib';
import { ReadLimits } from '../workbook';
import { UnreadableFileError } from './sheet-grid';

/**
 * Entries of a zip archive in memory. Names, sizes and offsets of its directory are untrusted; decompressed bytes count
 * against one limit for the whole archive, against zip bombs.
 */
export interface ZipArchive {
  has(name: string): boolean;
  /** Decompresses an entry in chunks. @throws UnreadableFileError if it is missing or corrupt, or the limit is exceeded */
  read(name: string): AsyncIterable<Uint8Array>;
}

interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly compressedSize: number;
  readonly headerOffset: number;
}

const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT = 0xffff;
const CENTRAL_SIGNATURE = 0x02014b50;
const CENTRAL_LENGTH = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_LENGTH = 30;
const ENCRYPTED_FLAG = 1;
const ZIP64_EXTRA = 1;
const IN_ZIP64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;

const CORRUPT = 'the archive is damaged; save the workbook again.';
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads the central directory of an archive without decompressing entries.
 * @throws UnreadableFileError for a damaged directory, too many entries, duplicate names, encryption or path traversal
 */
export function openZip(
  bytes: Uint8Array,
  limits: Pick<ReadLimits, 'entries' | 'inflatedBytes'>,
): ZipArchive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readDirectory(bytes, view, limits.entries);
  let remainingBytes = limits.inflatedBytes;

  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (entry === undefined)
        throw new UnreadableFileError(`the part ${name} is missing; save the workbook again.`);
      for await (const chunk of inflate(compressedBytes(bytes, view, entry), entry.method)) {
        remainingBytes -= chunk.length;
        if (remainingBytes < 0) {
          const megabytes = Math.round(limits.inflatedBytes / 1024 / 1024);
          throw new UnreadableFileError(`its contents are larger than ${megabytes} MB; split the form.`);
        }
        yield chunk;
      }
    },
  };
}

function readDirectory(bytes: Uint8Array, view: DataView, maxEntries: number): Map<string, ZipEntry> {
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) {
    throw new UnreadableFileError(
      `it holds more than ${maxEntries} parts; save the sheets in a new workbook.`,
    );
  }
  const entries = new Map<string, ZipEntry>();
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + CENTRAL_LENGTH > end || view.getUint32(at, true) !== CENTRAL_SIGNATURE)
      throw new UnreadableFileError(CORRUPT);
    const nameLength = view.getUint16(at + 28, true);
    const extraLength = view.getUint16(at + 30, true);
    const next = at + CENTRAL_LENGTH + nameLength + extraLength + view.getUint16(at + 32, true);
    if (next > end) throw new UnreadableFileError(CORRUPT);
    const entry = readEntry(bytes, view, at, nameLength, extraLength);
    if (entries.has(entry.name))
      throw new UnreadableFileError(`it holds the part ${entry.name} twice; save the workbook again.`);
    entries.set(entry.name, entry);
    at = next;
  }
  return entries;
}

/** Finds the end record, which is followed only by a comment of unknown length. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT);
  for (let at = view.byteLength - END_LENGTH; at >= first; at--) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at;
  }
  throw new UnreadableFileError(CORRUPT);
}

function readEntry(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  nameLength: number,
  extraLength: number,
): ZipEntry {
  const name = new TextDecoder().decode(
    bytes.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength),
  );
  if (!isSafeName(name)) throw new UnreadableFileError('a part has an unsafe path; save the workbook again.');
  if ((view.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0) {
    throw new UnreadableFileError('it is encrypted; save it without a password.');
  }
  const sizes = {
    uncompressed: view.getUint32(at + 24, true),
    compressed: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  };
  const extra = new DataView(view.buffer, view.byteOffset + at + CENTRAL_LENGTH + nameLength, extraLength);
  const { compressed, offset } = withZip64(sizes, extra);
  return { name, method: view.getUint16(at + 10, true), compressedSize: compressed, headerOffset: offset };
}

interface EntrySizes {
  uncompressed: number;
  compressed: number;
  offset: number;
}

/** Applies the ZIP64 extra field: only the overflowed sizes, in this order. Some writers use it for small files. */
function withZip64(sizes: EntrySizes, extra: DataView): EntrySizes {
  const overflown = (['uncompressed', 'compressed', 'offset'] as const).filter(
    (field) => sizes[field] === IN_ZIP64,
  );
  if (overflown.length === 0) return sizes;
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== ZIP64_EXTRA) continue;
    if (at + 4 + 8 * overflown.length > extra.byteLength) break;
    const wide = { ...sizes };
    overflown.forEach((field, i) => (wide[field] = Number(extra.getBigUint64(at + 4 + 8 * i, true))));
    return wide;
  }
  throw new UnreadableFileError(CORRUPT);
}

function isSafeName(name: string): boolean {
  return name !== '' && !/^[/\\]|^[A-Za-z]:|\\|\0/.test(name) && !name.split('/').includes('..');
}

function compressedBytes(bytes: Uint8Array, view: DataView, entry: ZipEntry): Uint8Array {
  const { headerOffset: at } = entry;
  if (at + LOCAL_LENGTH > bytes.length || view.getUint32(at, true) !== LOCAL_SIGNATURE)
    throw new UnreadableFileError(CORRUPT);
  const start = at + LOCAL_LENGTH + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (start + entry.compressedSize > bytes.length) throw new UnreadableFileError(CORRUPT);
  return bytes.subarray(start, start + entry.compressedSize);
}

/** Decompresses with backpressure, so that the caller can stop at the limit. */
async function* inflate(compressed: Uint8Array, method: number): AsyncGenerator<Uint8Array> {
  if (method === STORED) {
    yield compressed;
    return;
  }
  if (method !== DEFLATED)
    throw new UnreadableFileError('it uses an unsupported compression method; save the workbook again.');
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  inflater.end(compressed);
  try {
    for await (const chunk of inflater) yield chunk as Uint8Array;
  } catch {
    throw new UnreadableFileError(CORRUPT);
  }
}
