import type { Content } from '../content/content';
import { expandKoboRows } from '../content/kobo/expand-kobo-rows';
import { type Field, readSections } from './version-schema';

/** A question, as lists of questions show it. */
export interface Question {
  /** Key of its answer in the JSON of a submission. */
  readonly path: string;
  readonly type: string;
  /** In the first language; the name without one. */
  readonly label: string;
}

/** One difference between a question of two versions. */
type QuestionDifference =
  | { readonly what: 'path'; readonly from: string; readonly to: string }
  | { readonly what: 'repeat'; readonly from: string; readonly to: string }
  | { readonly what: 'type'; readonly from: string; readonly to: string }
  | { readonly what: 'choices-added' | 'choices-removed'; readonly names: readonly string[] }
  /** Columns such as `relevant` that decide when a question is asked and which answers it accepts. */
  | { readonly what: 'logic'; readonly columns: readonly string[] }
  | { readonly what: 'texts' };

export interface ChangedQuestion extends Question {
  readonly differences: readonly QuestionDifference[];
}

/** Changes that a deployment of `after` brings to collectors who have `before`. In the order of the form. */
export interface FormComparison {
  readonly added: readonly Question[];
  readonly removed: readonly Question[];
  readonly changed: readonly ChangedQuestion[];
}

const LOGIC_COLUMNS =
  'calculation choice_filter constraint default read_only relevant required trigger'.split(' ');
const TEXT_COLUMNS = ['hint', 'constraint_message', 'required_message', 'guidance_hint'] as const;

/**
 * Compares two versions of a form. Questions are the same if they have the same path, else the same `$kuid` (renamed or
 * moved), else the same name, once in each of both versions (moved in a new file, where rows have new ids).
 */
export function compareForms(before: Content, after: Content): FormComparison {
  const { pairs, added, removed } = pair(fieldsOf(before), fieldsOf(after));
  const changed = pairs.flatMap(([from, to]) => {
    const differences = differencesOf(from, to);
    return differences.length === 0 ? [] : [{ ...questionOf(to), differences }];
  });
  return { added: added.map(questionOf), removed: removed.map(questionOf), changed };
}

const CONSEQUENCES: Readonly<Record<QuestionDifference['what'] | 'added' | 'removed', string>> = {
  added: 'Submissions collected so far have no answer to it.',
  removed: 'Answers collected so far are kept; downloads of all versions still have their column.',
  path: 'Answers collected so far keep their former place; downloads have a column for each of both.',
  repeat: 'Answers collected so far keep their former table; downloads have a column in each of both.',
  type: 'Answers collected so far are kept as they are and may not fit the new type.',
  'choices-added': 'Submissions collected so far keep their answers.',
  'choices-removed': 'Answers that use them are kept; downloads of all versions still show their labels.',
  logic: 'Applies to new and edited submissions only; answers collected so far are not checked again.',
  texts: 'Answers are not affected; downloads use the new texts.',
};

/** Says what a difference means for submissions that were collected before, as one sentence. */
export function consequenceOf(
  difference: QuestionDifference | { readonly what: 'added' | 'removed' },
): string {
  return CONSEQUENCES[difference.what];
}

function fieldsOf(content: Content): Field[] {
  return readSections(expandKoboRows(content))
    .flatMap(({ fields }) => fields)
    .filter(({ type }) => type !== 'note');
}

function questionOf({ path, type, name, labels, row }: Field): Question {
  const list = typeof row.select_from_list_name === 'string' ? ` ${row.select_from_list_name}` : '';
  const [label = name] = labels.values();
  return { path, type: type === row.type ? `${type}${list}` : type, label };
}

interface Pairing {
  readonly pairs: readonly (readonly [Field, Field])[];
  readonly added: readonly Field[];
  readonly removed: readonly Field[];
}

function pair(before: readonly Field[], after: readonly Field[]): Pairing {
  const partners = new Map<Field, Field>();
  const taken = new Set<Field>();
  for (const keyOf of [
    ({ path }: Field) => path,
    ({ row, name }: Field) =>
      row.$kuid === undefined ? undefined : `${row.$kuid} ${name.endsWith('_other')}`,
    ({ name }: Field) => name,
  ]) {
    const candidates = uniqueBy(
      keyOf,
      before.filter((field) => !taken.has(field)),
    );
    const others = uniqueBy(
      keyOf,
      after.filter((field) => !partners.has(field)),
    );
    for (const [key, to] of others) {
      const from = candidates.get(key);
      if (from === undefined) continue;
      partners.set(to, from);
      taken.add(from);
    }
  }
  return {
    pairs: after.flatMap((to) => (partners.has(to) ? [[partners.get(to)!, to] as const] : [])),
    added: after.filter((field) => !partners.has(field)),
    removed: before.filter((field) => !taken.has(field)),
  };
}

/** Fields by key, without those that share it. */
function uniqueBy(keyOf: (field: Field) => string | undefined, fields: readonly Field[]): Map<string, Field> {
  const found = new Map<string, Field>();
  const repeated = new Set<string>();
  for (const field of fields) {
    const key = keyOf(field);
    if (key === undefined) continue;
    if (found.has(key)) repeated.add(key);
    found.set(key, field);
  }
  for (const key of repeated) found.delete(key);
  return found;
}

function differencesOf(before: Field, after: Field): QuestionDifference[] {
  const differences: QuestionDifference[] = [];
  const place = before.section !== after.section ? 'repeat' : before.path !== after.path ? 'path' : undefined;
  if (place !== undefined) differences.push({ what: place, from: before.path, to: after.path });
  if (before.type !== after.type) differences.push({ what: 'type', from: before.type, to: after.type });
  const names = ({ options }: Field): Set<string> => new Set(options.map(({ name }) => name));
  const [former, current] = [names(before), names(after)];
  // A type without choices differs already.
  if (former.size > 0 && current.size > 0) {
    const lost = [...former].filter((name) => !current.has(name));
    const gained = [...current].filter((name) => !former.has(name));
    if (lost.length > 0) differences.push({ what: 'choices-removed', names: lost });
    if (gained.length > 0) differences.push({ what: 'choices-added', names: gained });
  }
  const columns = LOGIC_COLUMNS.filter((column) => !equals(before.row[column], after.row[column]));
  if (columns.length > 0) differences.push({ what: 'logic', columns });
  const shared = new Set([...former].filter((name) => current.has(name)));
  if (textsOf(before, shared) !== textsOf(after, shared)) differences.push({ what: 'texts' });
  return differences;
}

/** False, an empty text and an absent value are the same. */
function equals(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string => JSON.stringify(value || null);
  return text(one) === text(other);
}

/** @param choices whose texts count: those of both versions */
function textsOf({ row, labels, options }: Field, choices: ReadonlySet<string>): string {
  return JSON.stringify([
    [...labels],
    TEXT_COLUMNS.map((column) => row[column] ?? null),
    options.filter(({ name }) => choices.has(name)).map(({ name, labels: words }) => [name, ...words]),
  ]);
}
