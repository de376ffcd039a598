import { unstorableReason } from '../text/unstorable-text';
import { unescapeFormula } from './entity-csv-rows';
import { type EntityData, propertyNameProblem, readEntityUuid, valueOf } from './entity-change';

/** Columns that are no properties: those of a downloaded list, and the identifier as ODK Central names it. */
const LABEL = 'label';
const UUIDS = ['name', '__id'];
const VERSION = '__version';

export interface UploadColumn {
  readonly name: string;
  readonly index: number;
}

/** Columns of a file, by what becomes of them. */
export interface UploadColumns {
  /** Indexes of the columns that have a name. */
  readonly named: ReadonlySet<number>;
  readonly label: number | undefined;
  readonly uuid: number | undefined;
  readonly version: number | undefined;
  readonly properties: readonly UploadColumn[];
  /** Left out: columns of the service. */
  readonly ignored: readonly string[];
  /** Left out, as no property may have the name. */
  readonly invalid: readonly { readonly name: string; readonly problem: string }[];
}

/** Sorts the names of the columns. @returns the name that two columns have, if any */
export function readUploadColumns(headings: readonly string[]): UploadColumns | { repeated: string } {
  const names = headings.map((name) => name.trim());
  const seen = new Set<string>();
  const repeated = names.find((name) => name !== '' && seen.size === seen.add(name).size);
  if (repeated !== undefined) return { repeated };
  const indexOf = (name: string): number | undefined =>
    names.includes(name) ? names.indexOf(name) : undefined;
  const [uuid] = UUIDS.filter((name) => names.includes(name));
  const taken = [LABEL, VERSION, uuid, ''];
  const others = names.flatMap((name, index) => (taken.includes(name) ? [] : [{ name, index }]));
  const isSystem = ({ name }: UploadColumn): boolean => name.startsWith('__');
  const problems = new Map(others.map((column) => [column, propertyNameProblem(column.name)]));
  return {
    named: new Set(names.flatMap((name, index) => (name === '' ? [] : [index]))),
    label: indexOf(LABEL),
    uuid: uuid === undefined ? undefined : indexOf(uuid),
    version: indexOf(VERSION),
    properties: others.filter((column) => !isSystem(column) && problems.get(column) === undefined),
    ignored: others.filter(isSystem).map(({ name }) => name),
    invalid: others
      .filter((column) => !isSystem(column) && problems.get(column) !== undefined)
      .map((column) => ({ name: column.name, problem: problems.get(column)! })),
  };
}

const REFUSALS = {
  label_missing: 'has no label. Fill it in.',
  uuid_invalid: 'has an identifier that is not a uuid. Correct it, or leave it empty for a new entry.',
  uuid_repeated: 'has the identifier of an earlier row. Remove one of them.',
  exists: 'has the identifier of an entry of the list. Allow updates, or leave it empty for a new entry.',
  deleted: 'has the identifier of an entry that was deleted. Leave it empty for a new entry.',
  version_changed: 'was changed in the list since the file was made. Download the list again.',
  too_many_cells:
    'has more cells than the first row names columns. Put texts with commas into quotation marks.',
  text_invalid: 'has a character that can not be stored. Remove it.',
} as const;
/** Why a row can't be stored. */
export type UploadRefusal = keyof typeof REFUSALS;
export const UPLOAD_REFUSALS = Object.keys(REFUSALS) as readonly UploadRefusal[];

/** End of a sentence that begins with the row. */
export function refusalText(refusal: UploadRefusal): string {
  return REFUSALS[refusal];
}

/** Row of an upload, as read. */
export interface UploadRow {
  /** Number of the row in a spreadsheet, or of the entry. */
  readonly row: number;
  readonly uuid: string | undefined;
  /** Undefined: the file does not name any. */
  readonly label: string | undefined;
  /** Version that the file was made of; undefined if it does not say. */
  readonly version: number | undefined;
  readonly data: EntityData;
  /** Set if the row can't be read. */
  readonly refusal?: UploadRefusal;
}

/** @returns undefined for an empty row */
export function readUploadRow(
  columns: UploadColumns,
  cells: readonly string[],
  row: number,
): UploadRow | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined;
  const cellOf = (index: number | undefined): string | undefined =>
    index === undefined ? undefined : (cells[index] ?? '').trim();
  const sentUuid = cellOf(columns.uuid) ?? '';
  const uuid = readEntityUuid(sentUuid);
  const label = cellOf(columns.label);
  const version = Number(cellOf(columns.version) ?? '');
  const data = Object.fromEntries(
    columns.properties.map(({ name, index }) => [name, unescapeFormula(cells[index] ?? '')]),
  );
  const refusal = (): UploadRefusal | undefined => {
    if (cells.some((cell, index) => cell.trim() !== '' && !columns.named.has(index))) return 'too_many_cells';
    if (cells.some((cell) => unstorableReason(cell) !== undefined)) return 'text_invalid';
    if (sentUuid !== '' && uuid === undefined) return 'uuid_invalid';
    if (label === '' || (label === undefined && uuid === undefined)) return 'label_missing';
    return undefined;
  };
  const found = refusal();
  return {
    row,
    uuid,
    label: label === undefined ? undefined : unescapeFormula(label),
    version: Number.isSafeInteger(version) && version > 0 ? version : undefined,
    data,
    ...(found !== undefined && { refusal: found }),
  };
}

/** Present state of an entity that a row names. */
export interface UploadTarget {
  readonly version: number;
  readonly label: string;
  readonly data: EntityData;
  readonly isDeleted: boolean;
}

export interface PropertyChange {
  /** `label`, or a property. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export type RowDecision =
  | { readonly kind: 'create'; readonly label: string; readonly data: EntityData }
  | {
      readonly kind: 'update';
      readonly version: number;
      readonly label: string;
      readonly data: EntityData;
      readonly changes: readonly PropertyChange[];
    }
  | { readonly kind: 'unchanged'; readonly version: number }
  | { readonly kind: 'refuse'; readonly refusal: UploadRefusal };

/**
 * Decides what becomes of a row.
 * @param target entity with its uuid; undefined if the list has none
 * @param updates whether rows may change what is in the list
 */
export function decideRow(
  { uuid, label, version, data, refusal }: UploadRow,
  target: UploadTarget | undefined,
  updates: boolean,
): RowDecision {
  if (refusal !== undefined) return { kind: 'refuse', refusal };
  if (target === undefined || uuid === undefined) {
    return label === undefined
      ? { kind: 'refuse', refusal: 'label_missing' }
      : { kind: 'create', label, data };
  }
  if (target.isDeleted) return { kind: 'refuse', refusal: 'deleted' };
  if (!updates) return { kind: 'refuse', refusal: 'exists' };
  if (version !== undefined && version !== target.version)
    return { kind: 'refuse', refusal: 'version_changed' };
  const before = { ...target.data, label: target.label };
  const after = { ...data, label: label ?? target.label };
  const changes = Object.keys(after)
    .map((name) => ({ name, before: valueOf(before, name), after: valueOf(after, name) }))
    .filter((change) => change.before !== change.after);
  if (changes.length === 0) return { kind: 'unchanged', version: target.version };
  return {
    kind: 'update',
    version: target.version + 1,
    label: after.label,
    data: { ...target.data, ...data },
    changes,
  };
}
