import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { CsvError } from 'csv-parse';
import { isFormula, detectSeparator } from '../text/csv-line';
import { type EntityData, valueOf } from './entity-change';
import { InvalidError } from '../errors';

/** Row of a list as collectors read it. */
export interface EntityRow {
  readonly uuid: string;
  readonly label: string;
  readonly version: number;
  readonly data: EntityData;
}

/** First line: `name` is the uuid, as choices are compared by name (ODK Entities specification). */
export function entityCsvHeader(properties: readonly string[]): string {
  return csvRow(['name', 'label', '__version', ...properties]);
}

/** @param escapesFormulas for spreadsheets; forms calculate with the cells as they are */
export function entityCsvRow(
  properties: readonly string[],
  { uuid, label, version, data }: EntityRow,
  escapesFormulas = false,
): string {
  const texts = [label, ...properties.map((name) => valueOf(data, name))];
  const [name, ...values] = escapesFormulas ? texts.map(escapeFormula) : texts;
  return csvRow([uuid, name!, String(version), ...values]);
}

/** Puts an apostrophe before a formula, and before a text that `unescapeFormula` would shorten. */
function escapeFormula(text: string): string {
  return isFormula(text) || isEscaped(text) ? `'${text}` : text;
}

/** Text of a cell of a downloaded list. */
export function unescapeFormula(text: string): string {
  return isEscaped(text) ? text.slice(1) : text;
}

function isEscaped(text: string): boolean {
  return text.startsWith("'") && isFormula(text.replace(/^'+/, ''));
}

const NEEDS_QUOTES = /[",\r\n]/;

function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
}

/**
 * Identifier of the new entity of a row: the same for the same upload, so that one that is sent twice adds nothing twice.
 * @param upload identifier of the upload
 */
export function rowUuid(upload: string, row: number): string {
  const hash = createHash('sha256').update(`${upload} ${row}`).digest();
  // Version 8 of RFC 9562: any bits but those of version and variant.
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}

/** Of a row: an unclosed quotation mark would make one of the rest of the file. */
const MAX_RECORD_BYTES = 1024 * 1024;

/**
 * Reads the rows of a CSV file as a stream, separated by commas, semicolons or tabs: the first has the names of the columns.
 * @throws InvalidError on `csv` for a file that is no CSV, or in another encoding than UTF-8 and UTF-16
 */
export async function* readCsvRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const { CsvError, parse } = await import('csv-parse');
  const texts = decode(bytes);
  const first = await texts.next();
  const start = first.done === true ? '' : first.value;
  const [header = ''] = start.split('\n', 1);
  const parser = parse({
    bom: true,
    relax_column_count: true,
    delimiter: detectSeparator(header),
    max_record_size: MAX_RECORD_BYTES,
  });
  const source = Readable.from(prepend(start, texts));
  source.once('error', (error) => parser.destroy(error));
  try {
    yield* source.pipe(parser) as AsyncIterable<string[]>;
  } catch (error) {
    if (error instanceof CsvError) throw invalid(problemOf(error));
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** @param error its `lines` counts line feeds so far */
function problemOf({ code, message, ...error }: CsvError): string {
  const { lines } = error as { lines?: number };
  switch (code) {
    case 'CSV_MAX_RECORD_SIZE':
      return `The row at line ${lines} is larger than 1 MB. Shorten it, or close its quotation mark.`;
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'A quotation mark is not closed, so that the file ends within a cell. Add the closing one.';
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return `Line ${lines} has a quotation mark inside a cell. Put the cell into quotation marks and double those within it.`;
    default:
      return `The text is not CSV: ${message}`;
  }
}

const PIECE_BYTES = 64 * 1024;

/** Bytes in pieces, so that a large text does not block the event loop. */
export async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await setImmediate();
  }
}

async function* prepend(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (start !== '') yield start;
  yield* rest;
}

async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  const decoded = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder!.decode() : decoder!.decode(chunk, { stream: true });
    } catch {
      throw invalid('The file is not in UTF-8. Save it as "CSV UTF-8" and upload it again.');
    }
  };
  for await (const chunk of bytes) {
    if (decoder === undefined && isWorkbook(chunk)) throw invalid(WORKBOOK);
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    const text = decoded(chunk);
    if (text !== '') yield text;
  }
  if (decoder !== undefined) decoded();
}

const WORKBOOK =
  'The file is an Excel workbook or a ZIP archive. In Excel, save the sheet as "CSV UTF-8" and upload that file.';

/** ZIP archives, which XLSX and ODS files are, and XLS files. */
function isWorkbook(start: Buffer): boolean {
  return [Buffer.from('PK\x03\x04'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])].some((signature) =>
    start.subarray(0, signature.length).equals(signature),
  );
}

/** UTF-16 without a byte order mark has a NUL in one of its first two bytes, as names of columns begin with ASCII. */
function encodingOf([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

function invalid(message: string): InvalidError {
  return InvalidError.at('csv', message);
}
