import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { InvalidError } from '../errors';
import { detectSeparator } from '../text/csv-line';
import type { EntityData } from './entity-change';
import { readEntityUuid } from './entity-change';

/** Entity of an upload. */
export interface UploadedEntity {
  readonly uuid: string | undefined;
  readonly label: string;
  readonly data: EntityData;
}

/** Columns of a downloaded list that are no properties. */
const LABEL = 'label';
const UUID = 'name';

/**
 * Reads the rows of a CSV file, separated by commas, semicolons or tabs: `label`, `name` for the identifier if there is one, and properties. Other columns that begin
 * with `__` are left out, so that a downloaded list can be uploaded.
 * @throws InvalidError on `csv` for a file that is no CSV, a row without a label, or an invalid identifier
 */
export async function readEntityCsv(text: string): Promise<UploadedEntity[]> {
  const [headings = [], ...rows] = await parseCsv(text);
  if (!headings.includes(LABEL)) throw invalid(`The first line names no column \`${LABEL}\`. Add it.`);
  const repeated = headings.find((name, index) => headings.indexOf(name) < index);
  if (repeated !== undefined) throw invalid(`Two columns are named "${repeated}". Rename one.`);
  return rows.map((cells, index) => readRow(headings, cells, index + 2));
}

function readRow(headings: readonly string[], cells: readonly string[], line: number): UploadedEntity {
  const cellOf = (name: string): string => cells[headings.indexOf(name)]?.trim() ?? '';
  const label = cellOf(LABEL);
  if (label === '') throw invalid(`Row ${line} has no label. Fill it in.`);
  const sent = cellOf(UUID);
  const uuid = sent === '' ? undefined : readEntityUuid(sent);
  if (sent !== '' && uuid === undefined)
    throw invalid(
      `Row ${line}: "${sent.slice(0, 100)}" is not a uuid. Correct it, or leave \`${UUID}\` empty.`,
    );
  const properties = headings.flatMap((name, index) =>
    [LABEL, UUID, ''].includes(name) || name.startsWith('__') ? [] : [[name, cells[index] ?? ''] as const],
  );
  return { uuid, label, data: Object.fromEntries(properties) };
}

/** Parses in pieces, so that a large file does not block the event loop. */
async function parseCsv(text: string): Promise<string[][]> {
  const { CsvError, parse } = await import('csv-parse');
  const options = { bom: true, relax_column_count: true, skip_empty_lines: true };
  const [header = ''] = text.split('\n', 1);
  const parser = parse({ ...options, delimiter: detectSeparator(header) });
  const source = Readable.from(piecesOf(Buffer.from(text)));
  const rows: string[][] = [];
  try {
    for await (const row of source.pipe(parser) as AsyncIterable<string[]>) rows.push(row);
  } catch (error) {
    if (error instanceof CsvError) throw invalid(`The text is not CSV: ${error.message}`);
    throw error;
  } finally {
    source.destroy();
  }
  return rows.map((row, index) => (index === 0 ? row.map((name) => name.trim()) : row));
}

const PIECE_BYTES = 64 * 1024;

/** Bytes, as a piece of text could end within a character. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
    await setImmediate();
  }
}

function invalid(message: string): InvalidError {
  return InvalidError.at('csv', message);
}
