import { UnreadableFileError } from './sheet-grid';

/**
 * Reads streams of an OLE2 compound file, the container of .xls workbooks. Its tables are untrusted: sector chains are
 * bounded by the file size, and only the requested stream is copied.
 */

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const HEADER_LENGTH = 512;
/** Numbers from here on are markers (end of chain, free), not sectors. */
const FIRST_MARKER = 0xfffffffa;
const DIRECTORY_ENTRY = 128;
const STREAM = 2;
const ROOT = 5;
const MINI_SECTOR = 64;
/** Entries of the DIFAT (sectors of the sector table) in the header. */
const HEADER_TABLE_ENTRIES = 109;

const CORRUPT = 'the workbook is damaged; save it again as .xlsx.';

interface DirectoryEntry {
  readonly name: string;
  readonly kind: number;
  readonly start: number;
  readonly size: number;
}

export interface CompoundFile {
  readonly names: readonly string[];
  /** Returns the bytes of a stream; undefined if it does not exist. @throws UnreadableFileError if it is damaged */
  read(name: string): Uint8Array | undefined;
}

export function isCompoundFile(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** @throws UnreadableFileError if the header or tables are invalid */
export function openCompoundFile(bytes: Uint8Array): CompoundFile {
  if (bytes.length < HEADER_LENGTH) throw new UnreadableFileError(CORRUPT);
  const header = viewOf(bytes);
  const shift = header.getUint16(30, true);
  if (shift !== 9 && shift !== 12) throw new UnreadableFileError(CORRUPT);
  const sectors = new SectorStore(bytes, 1 << shift);
  const miniCutoff = header.getUint32(56, true);

  const entries = readDirectory(sectors.readChain(header.getUint32(48, true)));
  const root = entries.find(({ kind }) => kind === ROOT);
  const streams = entries.filter(({ kind }) => kind === STREAM);

  return {
    names: streams.map(({ name }) => name),
    read(name) {
      const entry = streams.find((stream) => stream.name === name);
      if (entry === undefined) return undefined;
      if (entry.size >= miniCutoff) return takePrefix(sectors.readChain(entry.start), entry.size);
      const miniTable = sectors.readChain(header.getUint32(60, true));
      const miniStream = sectors.readChain(root?.start ?? FIRST_MARKER);
      return takePrefix(readChain(miniStream, MINI_SECTOR, 0, viewOf(miniTable), entry.start), entry.size);
    },
  };
}

class SectorStore {
  private readonly table: DataView;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly sectorSize: number,
  ) {
    this.table = viewOf(this.readTable());
  }

  readChain(start: number): Uint8Array {
    return readChain(this.bytes, this.sectorSize, this.sectorSize, this.table, start);
  }

  /** Concatenates the sector table (FAT) from the sectors listed in the header and its continuations. */
  private readTable(): Uint8Array {
    const header = viewOf(this.bytes);
    const maxSectors = Math.ceil(this.bytes.length / this.sectorSize);
    const maxTableSectors = Math.ceil(maxSectors / (this.sectorSize / 4)) + 1;
    const count = header.getUint32(44, true);
    if (count > maxTableSectors) throw new UnreadableFileError(CORRUPT);

    const list: number[] = [];
    for (let i = 0; i < HEADER_TABLE_ENTRIES && list.length < count; i++)
      list.push(header.getUint32(76 + 4 * i, true));
    let next = header.getUint32(68, true);
    for (
      let visited = 0;
      list.length < count && next < FIRST_MARKER && visited < maxTableSectors;
      visited++
    ) {
      const continuation = viewOf(this.sector(next));
      for (let at = 0; at < this.sectorSize - 4 && list.length < count; at += 4)
        list.push(continuation.getUint32(at, true));
      next = continuation.getUint32(this.sectorSize - 4, true);
    }
    return Buffer.concat(list.map((sector) => this.sector(sector)));
  }

  private sector(number: number): Uint8Array {
    const at = (number + 1) * this.sectorSize;
    if (at + this.sectorSize > this.bytes.length) throw new UnreadableFileError(CORRUPT);
    return this.bytes.subarray(at, at + this.sectorSize);
  }
}

/** Follows a sector chain; a chain longer than the file is cyclic. */
function readChain(
  bytes: Uint8Array,
  size: number,
  offset: number,
  table: DataView,
  start: number,
): Uint8Array {
  const pieces: Uint8Array[] = [];
  const maxPieces = Math.ceil(bytes.length / size);
  for (let sector = start; sector < FIRST_MARKER;) {
    const at = offset + sector * size;
    if (at >= bytes.length || 4 * sector + 4 > table.byteLength || pieces.length >= maxPieces)
      throw new UnreadableFileError(CORRUPT);
    pieces.push(bytes.subarray(at, at + size));
    sector = table.getUint32(4 * sector, true);
  }
  return Buffer.concat(pieces);
}

function readDirectory(bytes: Uint8Array): DirectoryEntry[] {
  const view = viewOf(bytes);
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at + DIRECTORY_ENTRY <= bytes.length; at += DIRECTORY_ENTRY) {
    const nameLength = Math.max(0, Math.min(64, view.getUint16(at + 64, true)) - 2);
    entries.push({
      name: Buffer.from(bytes.subarray(at, at + nameLength)).toString('utf16le'),
      kind: view.getUint8(at + 66),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return entries;
}

function takePrefix(bytes: Uint8Array, size: number): Uint8Array {
  if (size > bytes.length) throw new UnreadableFileError(CORRUPT);
  return bytes.subarray(0, size);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
