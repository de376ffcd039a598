import { once } from 'node:events';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { SheetNames } from './sheet-names';
import { rowXml, textXml, WrittenCell } from './xlsx-cells';
import {
  contentTypesXml,
  rootRelationshipsXml,
  SHEET_END,
  SHEET_START,
  STYLES_XML,
  workbookRelationshipsXml,
  workbookXml,
} from './xlsx-skeleton';

type Sequence<T> = Iterable<T> | AsyncIterable<T>;

/** A sheet to write. Rows are taken one by one, as fast as the reader of the stream wants them. */
export interface WrittenSheet {
  /** Changed where spreadsheets would not accept it. */
  readonly name: string;
  readonly rows: Sequence<readonly WrittenCell[]>;
}

/** A sheet whose rows are written already. */
export interface RenderedSheet {
  readonly name: string;
  /** Pieces of XML as `rowXml` makes it, rows after rows. */
  readonly xml: Sequence<string | Uint8Array>;
}

/** Rows are put together to pieces of about this many characters. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * Every entry has the same time, so that the same content gives the same bytes. Compression is what takes the time in a
 * large export: level 3 is half again as fast as the usual 6, for files an eighth larger.
 */
const ENTRY_OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: 3 };

/**
 * An .xlsx workbook as a stream, made while it is read: memory holds one piece of one sheet, however many rows there are.
 * Sheets are asked for one after the other, so whether there is a next one may depend on what was written; a workbook
 * needs one at least. An error of the rows destroys the stream with that error; destroying the stream ends the rows.
 */
export function xlsxStream(sheets: Sequence<WrittenSheet | RenderedSheet>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  // The error itself comes to light where the part that caused it is awaited.
  zip.on('error', () => undefined);
  writeParts(zip, output, sheets).catch((error: unknown) => output.destroy(error as Error));
  return output;
}

/** A small workbook as a whole. */
export async function xlsxBytes(sheets: Sequence<WrittenSheet | RenderedSheet>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxStream(sheets)) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

async function writeParts(
  zip: ZipFile,
  output: Readable,
  sheets: Sequence<WrittenSheet | RenderedSheet>,
): Promise<void> {
  const names: string[] = [];
  const taken = new SheetNames();
  for await (const sheet of sheets) {
    names.push(taken.claim(sheet.name));
    const xml = 'xml' in sheet ? renderedXml(sheet.xml) : sheetXml(sheet.rows);
    await writeSheet(zip, output, `xl/worksheets/sheet${names.length}.xml`, xml);
    if (output.destroyed) return;
  }
  const add = (part: string, xml: string) => zip.addBuffer(Buffer.from(xml), part, ENTRY_OPTIONS);
  add('[Content_Types].xml', contentTypesXml(names.length));
  add('_rels/.rels', rootRelationshipsXml());
  add('xl/_rels/workbook.xml.rels', workbookRelationshipsXml(names.length));
  add('xl/workbook.xml', workbookXml(names.map(attributeXml)));
  add('xl/styles.xml', STYLES_XML);
  zip.end();
}

/** Ends when the last row is written, or when nobody reads the workbook any more: then the rows are closed too. */
async function writeSheet(
  zip: ZipFile,
  output: Readable,
  part: string,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const xml = Readable.from(pieces, { objectMode: false, highWaterMark: PIECE_CHARACTERS });
  const stop = () => xml.destroy();
  output.once('close', stop);
  zip.addReadStream(xml, part, ENTRY_OPTIONS);
  await once(xml, 'close');
  output.off('close', stop);
}

async function* sheetXml(rows: Sequence<readonly WrittenCell[]>): AsyncGenerator<string> {
  let piece = SHEET_START;
  let number = 0;
  for await (const row of rows) {
    piece += rowXml(++number, row);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield piece + SHEET_END;
}

async function* renderedXml(pieces: Sequence<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  yield SHEET_START;
  yield* pieces;
  yield SHEET_END;
}

function attributeXml(text: string): string {
  return textXml(text).replace(/"/g, '&quot;');
}
