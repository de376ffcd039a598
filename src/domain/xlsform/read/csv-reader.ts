import { CsvError, parse } from 'csv-parse/sync';
import { parseColumnHeader } from '../../content/standard/column-header';
import { detectSeparator } from '../../text/csv-line';
import { cleanText, GridChooser, RowCells, UnreadableFileError } from './sheet-grid';
import { fillSections, isMarkdown, isSectionName, MAX_RECORDS, readMarkdown } from './xml-events';

const NO_FORM =
  'send a workbook (.xlsx, .xls, .ods), or a survey sheet as CSV in UTF-8 with a column "type".';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Bounds a record with an unclosed quote. */
const MAX_RECORD_CHARACTERS = 1_000_000;
/** The parser spends time on every field, empty ones too. */
const MAX_SEPARATORS_IN_LINE = 20_000;
const HEADER_CHARACTERS = 100_000;

class StopParsing extends Error {}

/**
 * Reads UTF-8 text separated by commas, semicolons or tabs: the survey sheet, or all sheets, each below a row with its name.
 * Tables in Markdown are read as well. A record is one row even with quoted line breaks, as in a spreadsheet.
 * @throws UnreadableFileError if the bytes are not text, the quoting is invalid, or there is no type column
 */
export function readCsv(bytes: Uint8Array, choose: GridChooser): void {
  const text = decode(bytes);
  if (isMarkdown(text)) {
    assertColumnLimit(text, '|');
    fillSections((add) => readMarkdown(text, add), choose);
    return;
  }
  const separator = detectSeparator(firstLine(text));
  assertColumnLimit(text, separator);
  if (startsSection(text, separator)) {
    fillSections((add) => parseRecords(text, separator, add), choose);
    return;
  }
  const [grid] = choose(['survey']);
  if (grid === undefined) return;
  parseRecords(text, separator, (cells, number) => grid.add(number, cells));
  // Any text parses as CSV, so the type column identifies a form.
  if (!grid.finish().headers.some(isTypeHeader)) throw new UnreadableFileError(NO_FORM);
}

/** Parses records until `add`, called with the 1-based number of each, returns false. */
function parseRecords(
  text: string,
  separator: string,
  add: (cells: RowCells, number: number) => boolean | void,
): void {
  try {
    parse(text, {
      bom: true,
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: MAX_RECORD_CHARACTERS,
      on_record: (record: string[], { records }) => {
        if (records > MAX_RECORDS) {
          throw new UnreadableFileError(`it has more than ${MAX_RECORDS} rows; split the form.`);
        }
        if (add(cellsOf(record), records) === false) throw new StopParsing();
        return null;
      },
    });
  } catch (error) {
    if (error instanceof CsvError) {
      throw new UnreadableFileError(`${error.message.replace(/\.?$/, '.')} Check the quotes of that line.`);
    }
    if (!(error instanceof StopParsing)) throw error;
  }
}

/** Whether the first line has the name of a sheet and nothing else. */
function startsSection(text: string, separator: string): boolean {
  const [first = '', ...others] = firstLine(text)
    .split(separator)
    .map((cell) => cleanText(cell.replace(/["\ufeff]/g, '')));
  return isSectionName(first) && others.every((cell) => cell === '');
}

function firstLine(text: string): string {
  return text.slice(0, HEADER_CHARACTERS).split(/\r\n|\r|\n/, 1)[0] ?? '';
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
    // Not UTF-8.
  }
  throw new UnreadableFileError(NO_FORM);
}

/** Empty fields count towards no limit of the parser, and twenty million of them take it seconds. */
function assertColumnLimit(text: string, separator: string): void {
  const code = separator.charCodeAt(0);
  let separators = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === code) separators += 1;
    else if (character === LINE_FEED || character === CARRIAGE_RETURN) separators = 0;
    if (separators > MAX_SEPARATORS_IN_LINE) {
      throw new UnreadableFileError('a line has too many columns; remove the empty ones.');
    }
  }
}
