import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
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
    if (error instanceof CsvError) throw invalid(`The text is not CSV: ${error.message}`);
    throw error;
  } finally {
    source.destroy();
    parser.destroy();
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
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8', {
      fatal: true,
    });
    const text = decoded(chunk);
    if (text !== '') yield text;
  }
  if (decoder !== undefined) decoded();
}

function invalid(message: string): InvalidError {
  return InvalidError.at('csv', message);
}
