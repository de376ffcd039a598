import { isSystemKey } from '../submission/instance-flattening';
import { isJsonObject, type JsonObject } from '../text/json-members';

/** Content of a submission that people see in lists, tables and exports, without what the service adds. */
export interface VisibleSubmission {
  /** Rows by path of the repeat, of all copies of the repeats around it together. */
  readonly rows: ReadonlyMap<string, number>;
  /** Answers as text by path of the question, in order. */
  readonly answers: ReadonlyMap<string, readonly string[]>;
  /** `latitude longitude`; undefined without a place. */
  readonly place: string | undefined;
}

/** Keys of other servers and of older versions, with all metadata, which the XML has. */
const OTHER_KEYS =
  /^(meta\/|formhub\/|_(tags|notes|bamboo_dataset_id|xform_id|media_count|media_all_received|edited|duration|total_media)$)/;

/** Reads the JSON of a submission as the v2 API lists it. */
export function visibleSubmission(json: JsonObject): VisibleSubmission {
  const rows = new Map<string, number>();
  const answers = new Map<string, string[]>();
  const add = (path: string, value: unknown): void => {
    if (Array.isArray(value) && value.every(isJsonObject)) {
      rows.set(path, (rows.get(path) ?? 0) + value.length);
      value.forEach(addMembers);
    } else if (isJsonObject(value)) addMembers(value);
    else if (value !== null && value !== '') {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      answers.set(path, [...(answers.get(path) ?? []), text]);
    }
  };
  const addMembers = (members: JsonObject): void => {
    for (const [path, value] of Object.entries(members)) add(path, value);
  };
  for (const [path, value] of Object.entries(json))
    if (!isSystemKey(path) && !OTHER_KEYS.test(path)) add(path, value);
  return { rows, answers, place: placeOf(json['_geolocation']) };
}

function placeOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const [latitude, longitude] = value as readonly unknown[];
  return typeof latitude === 'number' && typeof longitude === 'number'
    ? `${latitude} ${longitude}`
    : undefined;
}

export interface Difference {
  /** Such as `rows of the repeat kids`. */
  readonly what: string;
  /** Numbers of what people see; equal if only the values differ. */
  readonly source: number;
  readonly here: number;
}

/** @param exact compares values too; otherwise only how many there are, as servers write them differently */
export function compareVisible(
  source: VisibleSubmission,
  here: VisibleSubmission,
  { exact }: { readonly exact: boolean },
): Difference[] {
  const differences: Difference[] = [];
  const compare = (what: string, there: readonly string[], own: readonly string[]): void => {
    const isEqual = exact ? isSame(there, own) : there.length === own.length;
    if (!isEqual) differences.push({ what, source: there.length, here: own.length });
  };
  for (const path of keysOf(source.rows, here.rows)) {
    const [there, own] = [source.rows.get(path) ?? 0, here.rows.get(path) ?? 0];
    if (there !== own) differences.push({ what: `rows of the repeat ${path}`, source: there, here: own });
  }
  for (const path of keysOf(source.answers, here.answers))
    compare(`answers to ${path}`, source.answers.get(path) ?? [], here.answers.get(path) ?? []);
  const placesOf = ({ place }: VisibleSubmission): string[] => (place === undefined ? [] : [place]);
  compare('places', placesOf(source), placesOf(here));
  return differences;
}

const keysOf = (...maps: readonly ReadonlyMap<string, unknown>[]): Set<string> =>
  new Set(maps.flatMap((map) => [...map.keys()]));

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

const MAX_LABELS = 3;

/** Collects differences of many submissions, and names each kind once, with the first submissions. */
export class DifferenceSum {
  private readonly kinds = new Map<
    string,
    { source: number; here: number; readonly labels: string[]; submissions: number }
  >();

  add(label: string | number, differences: readonly Difference[]): void {
    for (const { what, source, here } of differences) {
      const kind = this.kinds.get(what) ?? { source: 0, here: 0, labels: [], submissions: 0 };
      this.kinds.set(what, kind);
      kind.source += source;
      kind.here += here;
      kind.submissions += 1;
      if (kind.labels.length < MAX_LABELS) kind.labels.push(String(label));
    }
  }

  sentences(): string[] {
    return [...this.kinds].map(([what, { source, here, labels, submissions }]) => {
      const others = submissions - labels.length;
      const named = `${submissions === 1 ? 'submission' : 'submissions'} ${labels.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
      return source === here
        ? `${what}: others here, in ${named}`
        : `${what}: ${source} at the source, ${here} here, in ${named}`;
    });
  }
}

/** Counts of what people see, of all submissions of a form. */
export interface VisibleTotals {
  readonly answers: number;
  readonly places: number;
  /** Rows by path of the repeat. */
  readonly rows: Readonly<Record<string, number>>;
}

export class VisibleSum {
  private answers = 0;
  private places = 0;
  private readonly rows = new Map<string, number>();

  add({ rows, answers, place }: VisibleSubmission): void {
    for (const [path, count] of rows) this.rows.set(path, (this.rows.get(path) ?? 0) + count);
    for (const values of answers.values()) this.answers += values.length;
    if (place !== undefined) this.places += 1;
  }

  totals(): VisibleTotals {
    const rows = [...this.rows].sort(([one], [other]) => (one < other ? -1 : 1));
    return { answers: this.answers, places: this.places, rows: Object.fromEntries(rows) };
  }
}
