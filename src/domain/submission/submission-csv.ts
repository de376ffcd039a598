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
/** What values begin with. */
const [QUOTE, OPEN_LIST, OPEN_OBJECT, NULL] = ['"', '[', '{', 'n'].map((each) => each.charCodeAt(0));

/** Submissions as lines of CSV. Repeats are shown as their JSON, a verdict by its label. */
export class SubmissionCsv {
  private readonly members: JsonMembers;
  private readonly decoder = new TextDecoder();
  private readonly csv = new CsvBytes();

  constructor(private readonly columns: readonly string[]) {
    this.members = new JsonMembers(columns);
  }

  head(): Uint8Array {
    for (const column of this.columns) this.csv.text(column);
    this.csv.endLine();
    return this.take();
  }

  /** Adds the line of a submission, whose JSON is the bytes from start to end. */
  row(json: Uint8Array, start: number, end: number): void {
    if (this.members.read(json, start, end)) this.readRow(json);
    else this.parsedRow(this.parsed(json, start, end) as Readonly<Record<string, unknown>>);
    this.csv.endLine();
  }

  /** The lines since the last time, in memory of their own. */
  take(): Uint8Array {
    return this.csv.take();
  }

  /** Most answers go out as the bytes that they came in. */
  private readRow(json: Uint8Array): void {
    const { starts, ends, isText } = this.members;
    for (let place = 0; place < this.columns.length; place += 1) {
      const start = starts[place]!;
      const end = ends[place]!;
      if (start < 0) this.csv.part(json, 0, 0);
      else if (isText[place] !== 0) this.csv.part(json, start, end);
      else this.other(place, json, start, end);
    }
  }

  /** What is no text, or has something escaped. */
  private other(place: number, json: Uint8Array, start: number, end: number): void {
    const [first, column] = [json[start], this.columns[place]!];
    const isNothing = first === NULL || (column === VERDICT && end - start === NO_VERDICT.length);
    if (isNothing) this.csv.part(json, 0, 0);
    else if (first === QUOTE || column === VERDICT) {
      this.csv.text(cell(column, this.parsed(json, start, end)));
    } else if (first === OPEN_LIST || first === OPEN_OBJECT) this.csv.json(json, start, end);
    else this.csv.part(json, start, end);
  }

  private parsedRow(submission: Readonly<Record<string, unknown>>): void {
    for (const column of this.columns) {
      this.csv.text(Object.hasOwn(submission, column) ? cell(column, submission[column]) : '');
    }
  }

  private parsed(json: Uint8Array, start: number, end: number): unknown {
    return JSON.parse(this.decoder.decode(json.subarray(start, end)));
  }
}

function cell(column: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (column === VERDICT) return (value as { label?: string }).label ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
