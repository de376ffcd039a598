import { Choice, SurveyRow } from '../content';
import { isEndRow } from './row-type';
import { InvalidError } from '../../errors';
import { FormProblem, sourceRowOf } from '../form-problem';

const MAX_SLUG_CHARACTERS = 40;

/** Kobo types whose unnamed rows are named after the type they expand to. */
const EXPANDED_TYPES = new Map([
  ['score__row', 'select_one'],
  ['rank__level', 'select_one'],
]);

/**
 * Sets `$autoname`, the node name, on every row but end rows (contract-xlsform 2.5): the given name, else a slug of the
 * first label, unique in any letter case. Requires `$kuid`.
 */
export function assignNames(survey: readonly SurveyRow[]): void {
  const names = new UniqueNames();
  for (const row of survey) if (hasText(row.name) && !isEndRow(row.type)) names.reserve(row.name);
  for (const row of survey) {
    if (isEndRow(row.type)) delete row.$autoname;
    else row.$autoname = hasText(row.name) ? row.name : names.claim(nameFromLabel(row));
  }
}

/** Sets `$autovalue` on every choice: the given name, else a slug of its label, unique within its list. */
export function assignValues(choices: readonly Choice[]): void {
  const lists = new Map<string, UniqueNames>();
  const namesOf = (choice: Choice): UniqueNames => {
    let names = lists.get(choice.list_name);
    if (names === undefined) lists.set(choice.list_name, (names = new UniqueNames()));
    return names;
  };
  for (const choice of choices) if (hasText(choice.name)) namesOf(choice).reserve(choice.name);
  for (const choice of choices) {
    choice.$autovalue = hasText(choice.name) ? choice.name : namesOf(choice).claim(valueFromLabel(choice));
  }
}

/** Name of a note without one in a plain XLSForm, by its row in the sheet (contract-xlsform 3.3). */
export function noteName(row: number): string {
  return `generated_note_name_${row}`;
}

function nameFromLabel(row: SurveyRow): string {
  // XForms require this name (contract-xlsform 3.3).
  if (row.type === 'audit') return 'audit';
  const slug = slugify(firstLabel(row) ?? '');
  if (slug !== '' && slug !== '_') return slug;
  return slugify(`${EXPANDED_TYPES.get(row.type) ?? row.type}_${row.$kuid ?? ''}`);
}

function valueFromLabel(choice: Choice): string {
  const value = shorten(firstLabel(choice) ?? '')
    .trim()
    .replace(/\s+/g, '_');
  return value === '' ? `option_${choice.$kuid ?? ''}` : value;
}

/** Shortens a label and converts it to a name with `slugOf`. */
export function slugify(label: string): string {
  return slugOf(shorten(label));
}

/**
 * Converts a text to a name: trims, replaces characters outside A-Za-z0-9_ with "_" (drops a last one), collapses "_",
 * and prefixes "_" to a leading digit.
 */
export function slugOf(text: string): string {
  return text
    .trim()
    .replace(/\s/g, '_')
    .replace(/\W$/u, '')
    .replace(/\W/gu, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^(?=\d)/, '_');
}

function shorten(label: string): string {
  if (label.length <= MAX_SLUG_CHARACTERS) return label;
  const characters = Array.from(label);
  if (characters.length <= MAX_SLUG_CHARACTERS) return label;
  const half = MAX_SLUG_CHARACTERS / 2;
  return `${characters.slice(0, half).join('')}_${characters.slice(-half).join('')}`;
}

function firstLabel(row: SurveyRow | Choice): string | undefined {
  return row.label?.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

function hasText(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

/** Names in use, in any letter case. Remembers the last suffix, so that each claim takes constant time. */
class UniqueNames {
  private readonly taken = new Set<string>();
  private readonly lastSuffix = new Map<string, number>();

  reserve(name: string): void {
    this.taken.add(name.toLowerCase());
  }

  /** Returns `base`, or `base` with the first free suffix of `_001`, `_002`, … */
  claim(base: string): string {
    const key = base.toLowerCase();
    let name = base;
    for (let suffix = this.lastSuffix.get(key) ?? 0; this.taken.has(name.toLowerCase());) {
      suffix += 1;
      this.lastSuffix.set(key, suffix);
      name = `${base}_${String(suffix).padStart(3, '0')}`;
    }
    this.reserve(name);
    return name;
  }
}

/** Alphabet of `$kuid` (contract-xlsform 2.1). */
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ALPHABET = `${LETTERS}0123456789`;
const LENGTH = 9;

/** Returns numbers in [0, 1), such as Math.random. */
export type Random = () => number;

/** Adds missing `$kuid`s. They start with a letter, so that names derived from them need no "_". */
export function assignKeys(rows: readonly { $kuid?: string }[], random: Random): void {
  for (const row of rows) {
    if (typeof row.$kuid !== 'string' || row.$kuid === '') row.$kuid = generateKey(random);
  }
}

function generateKey(random: Random): string {
  let key = LETTERS.charAt(Math.floor(random() * LETTERS.length));
  while (key.length < LENGTH) key += ALPHABET.charAt(Math.floor(random() * ALPHABET.length));
  return key;
}

/** Containers that are part of the paths inside them; rank and kobomatrix are not (contract-xlsform 2.1). */
const PATH_CONTAINERS = new Set(['begin_group', 'begin_repeat', 'begin_score']);

/** Limits the size of paths, which are stored for every row. */
const MAX_DEPTH = 100;
const MAX_PATH_CHARACTERS = 50_000_000;

/**
 * Sets `$xpath` on every row but end rows: names of its groups and its own, joined by "/", without the root. Requires
 * `$autoname`. Leaves unbalanced groups to the compiler.
 * @throws InvalidError if the paths together are too long
 */
export function assignPaths(survey: readonly SurveyRow[], problems: FormProblem[]): void {
  const prefixes = [''];
  let written = 0;
  survey.forEach((row, index) => {
    if (isEndRow(row.type)) {
      delete row.$xpath;
      if (prefixes.length > 1) prefixes.pop();
      return;
    }
    const prefix = prefixes.at(-1) ?? '';
    const path = prefix + (row.$autoname ?? row.name ?? '');
    written += path.length;
    if (written > MAX_PATH_CHARACTERS) {
      throw InvalidError.at(
        'content',
        'Names and groups are too long together; shorten the names of groups.',
      );
    }
    row.$xpath = path;
    if (!row.type.startsWith('begin_')) return;
    prefixes.push(PATH_CONTAINERS.has(row.type) ? `${path}/` : prefix);
    if (prefixes.length === MAX_DEPTH + 2) {
      const message = `groups are nested more than ${MAX_DEPTH} levels deep; flatten the form.`;
      problems.push({ sheet: 'survey', row: sourceRowOf(row, index), column: 'type', message });
    }
  });
}
