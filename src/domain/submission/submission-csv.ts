import { type ByteWords, asByteWords } from '../text/byte-words';
import { CsvBytes } from '../text/csv-bytes';
import { CSV_DIALECT, type CsvDialect } from '../text/csv-line';
import { JsonMembers } from '../text/json-members';

const VALIDATION_STATUS = '_validation_status';
const SYSTEM_COLUMNS = [
  '_id',
  '_uuid',
  'meta/rootUuid',
  '_submission_time',
  '_date_modified',
  '_submitted_by',
  VALIDATION_STATUS,
] as const;

/**
 * Lists the CSV columns: answered questions in form order, then those of other versions, then the system columns.
 * @param formPaths question paths of the form, in order
 * @param answeredPaths paths with an answer in any version
 */
export function csvColumns(formPaths: readonly string[], answeredPaths: readonly string[]): string[] {
  const [inForm, answered] = [new Set(formPaths), new Set(answeredPaths)];
  const system = new Set<string>(SYSTEM_COLUMNS);
  const others = answeredPaths.filter((path) => !inForm.has(path) && !system.has(path));
  return [...formPaths.filter((path) => answered.has(path)), ...others, ...SYSTEM_COLUMNS];
}

const NO_STATUS = '{}';
const EMPTY_JSON = asByteWords(new Uint8Array());
/** First bytes of JSON values. */
const [QUOTE, OPEN_LIST, OPEN_OBJECT, NULL] = ['"', '[', '{', 'n'].map((each) => each.charCodeAt(0));

/** Writes submissions as CSV rows: repeats as JSON, the validation status by its label. */
export class SubmissionCsv {
  private readonly members: JsonMembers;
  private readonly decoder = new TextDecoder();
  private readonly csv: CsvBytes;
  /** Buffer of the current rows, released by `take`. */
  private json = EMPTY_JSON;

  constructor(
    private readonly columns: readonly string[],
    dialect: CsvDialect = CSV_DIALECT,
  ) {
    this.csv = new CsvBytes(dialect);
    this.members = new JsonMembers(columns);
  }

  header(): Uint8Array {
    for (const column of this.columns) this.csv.writeText(column);
    this.csv.endLine();
    return this.take();
  }

  /** Writes the row of a submission whose JSON is `bytes` from start to end. */
  row(bytes: Uint8Array, start: number, end: number): void {
    if (bytes !== this.json.bytes) this.json = asByteWords(bytes);
    if (this.members.read(this.json, start, end)) this.copyRow(this.json);
    else this.writeParsedRow(this.parse(start, end) as Readonly<Record<string, unknown>>);
    this.csv.endLine();
  }

  /** Returns the rows since the last call in a new buffer. */
  take(): Uint8Array {
    this.json = EMPTY_JSON;
    return this.csv.take();
  }

  /** Copies unescaped text as bytes, without decoding it. */
  private copyRow(json: ByteWords): void {
    const { starts, ends, isText } = this.members;
    for (let index = 0; index < starts.length; index += 1) {
      const start = starts[index]!;
      if (start < 0) this.csv.writeEmpty();
      else if (isText[index] !== 0) this.csv.writeBytes(json, start, ends[index]!);
      else this.writeValue(index, json, start, ends[index]!);
    }
  }

  /** Writes a value that is not a string or has escapes. */
  private writeValue(index: number, json: ByteWords, start: number, end: number): void {
    const [first, column] = [json.bytes[start], this.columns[index]!];
    const isEmpty = first === NULL || (column === VALIDATION_STATUS && end - start === NO_STATUS.length);
    if (isEmpty) this.csv.writeEmpty();
    else if (first === QUOTE || column === VALIDATION_STATUS) {
      this.csv.writeText(cell(column, this.parse(start, end)));
    } else if (first === OPEN_LIST || first === OPEN_OBJECT) this.csv.writeJson(json, start, end);
    else this.csv.writeBytes(json, start, end);
  }

  private writeParsedRow(submission: Readonly<Record<string, unknown>>): void {
    for (const column of this.columns) {
      this.csv.writeText(Object.hasOwn(submission, column) ? cell(column, submission[column]) : '');
    }
  }

  private parse(start: number, end: number): unknown {
    return JSON.parse(this.decoder.decode(this.json.bytes.subarray(start, end)));
  }
}

function cell(column: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (column === VALIDATION_STATUS) return (value as { label?: string }).label ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
