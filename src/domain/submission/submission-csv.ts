import { type ByteWords, wordsOf } from '../text/byte-words';
import { CsvBytes } from '../text/csv-bytes';
import { JsonMembers } from '../text/json-members';

const VERDICT = '_validation_status';
/** Columns after the answers, in the words of the JSON. */
const SYSTEM_COLUMNS = [
  '_id',
  '_uuid',
  'meta/rootUuid',
  '_submission_time',
  '_date_modified',
  '_submitted_by',
  VERDICT,
] as const;

/**
 * The columns of submissions as CSV: answers in the order of the form, then those that only other versions know, then
 * what the service adds.
 * @param asked paths of the form's questions, in order
 * @param answered paths under which anything was answered, of any version
 */
export function csvColumns(asked: readonly string[], answered: readonly string[]): string[] {
  const [known, given] = [new Set(asked), new Set(answered)];
  const system = new Set<string>(SYSTEM_COLUMNS);
  const others = answered.filter((path) => !known.has(path) && !system.has(path));
  return [...asked.filter((path) => given.has(path)), ...others, ...SYSTEM_COLUMNS];
}

/** Of a submission that nobody judged. */
const NO_VERDICT = '{}';
const NO_JSON = wordsOf(new Uint8Array());
/** What values begin with. */
const [QUOTE, OPEN_LIST, OPEN_OBJECT, NULL] = ['"', '[', '{', 'n'].map((each) => each.charCodeAt(0));

/** Submissions as lines of CSV. Repeats are shown as their JSON, a verdict by its label. */
export class SubmissionCsv {
  private readonly members: JsonMembers;
  private readonly decoder = new TextDecoder();
  private readonly csv = new CsvBytes();
  /** What rows are read from until they are taken. */
  private json = NO_JSON;

  constructor(private readonly columns: readonly string[]) {
    this.members = new JsonMembers(columns);
  }

  head(): Uint8Array {
    for (const column of this.columns) this.csv.text(column);
    this.csv.endLine();
    return this.take();
  }

  /** Adds the line of a submission, whose JSON is the bytes from start to end. */
  row(bytes: Uint8Array, start: number, end: number): void {
    if (bytes !== this.json.bytes) this.json = wordsOf(bytes);
    if (this.members.read(this.json, start, end)) this.readRow(this.json);
    else this.parsedRow(this.parsed(start, end) as Readonly<Record<string, unknown>>);
    this.csv.endLine();
  }

  /** The lines since the last time, in memory of their own. */
  take(): Uint8Array {
    this.json = NO_JSON;
    return this.csv.take();
  }

  /** Most answers go out as the bytes that they came in. */
  private readRow(json: ByteWords): void {
    const { starts, ends, isText } = this.members;
    for (let place = 0; place < starts.length; place += 1) {
      const start = starts[place]!;
      if (start < 0) this.csv.nothing();
      else if (isText[place] !== 0) this.csv.part(json, start, ends[place]!);
      else this.other(place, json, start, ends[place]!);
    }
  }

  /** What is no text, or has something escaped. */
  private other(place: number, json: ByteWords, start: number, end: number): void {
    const [first, column] = [json.bytes[start], this.columns[place]!];
    const isNothing = first === NULL || (column === VERDICT && end - start === NO_VERDICT.length);
    if (isNothing) this.csv.nothing();
    else if (first === QUOTE || column === VERDICT) {
      this.csv.text(cell(column, this.parsed(start, end)));
    } else if (first === OPEN_LIST || first === OPEN_OBJECT) this.csv.json(json, start, end);
    else this.csv.part(json, start, end);
  }

  private parsedRow(submission: Readonly<Record<string, unknown>>): void {
    for (const column of this.columns) {
      this.csv.text(Object.hasOwn(submission, column) ? cell(column, submission[column]) : '');
    }
  }

  private parsed(start: number, end: number): unknown {
    return JSON.parse(this.decoder.decode(this.json.bytes.subarray(start, end)));
  }
}

function cell(column: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (column === VERDICT) return (value as { label?: string }).label ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
