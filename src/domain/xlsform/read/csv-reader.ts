import { CsvError, parse } from 'csv-parse/sync';
import { parseColumnHeader } from '../../asset/standard/column-header';
import { cleanText } from './cell-text';
import { GridChooser, RowCells } from './sheet-grid';
import { UnreadableFileError } from './unreadable-file';

const NO_FORM =
  'send a workbook (.xlsx, .xls, .ods), or a survey sheet as CSV in UTF-8 with a column "type".';

const SEPARATORS = [',', ';', '\t'];

/** A quote that is never closed would swallow the rest of the file. */
const MAX_RECORD_CHARACTERS = 1_000_000;

/**
 * Reads the survey sheet from comma, semicolon or tab separated UTF-8 text. A record counts as one row even when it has line
 * breaks inside quotes, as a spreadsheet shows it.
 * @throws UnreadableFileError when the bytes are not text, or the quoting is broken.
 */
export function readCsv(bytes: Uint8Array, choose: GridChooser): void {
  const text = decode(bytes);
  const [grid] = choose(['survey']);
  if (grid === undefined) return;
  let wanted = true;
  try {
    parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: MAX_RECORD_CHARACTERS,
      on_record: (record: string[], { records }) => {
        wanted &&= grid.add(records, cellsOf(record));
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableFileError(`${error.message.replace(/\.?$/, '.')} Check the quotes of that line.`);
  }
  // Any text is CSV of some kind; only a header says that this one is a form.
  if (!grid.finish().headers.some(isTypeHeader)) throw new UnreadableFileError(NO_FORM);
}

function cellsOf(record: readonly string[]): RowCells {
  const cells = new Map<number, string>();
  record.forEach((text, column) => {
    const cleaned = cleanText(text);
    if (cleaned !== '') cells.set(column, cleaned);
  });
  return cells;
}

function isTypeHeader(header: string): boolean {
  return parseColumnHeader('survey', header).column === 'type';
}

function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Falls through to the same answer: bytes that are no text.
  }
  throw new UnreadableFileError(NO_FORM);
}

/** The separator that parts the header line into most columns. */
function separatorOf(text: string): string {
  const [header = ''] = text.split(/\r\n|\r|\n/, 1);
  const counts = SEPARATORS.map((separator) => header.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}
