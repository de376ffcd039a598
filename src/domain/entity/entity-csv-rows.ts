import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { CsvError } from 'csv-parse';
import { InvalidError } from '../errors';
import { detectSeparator } from '../text/csv-line';

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
