import { Choice, SurveyRow } from '../content';
import { isEndRow } from './row-type';

/** Labels longer than this are shortened to their first and last 20 characters. */
const SLUG_LENGTH = 40;

/** Rows of Kobo's own types whose nameless rows are called after what they become. */
const SPOKEN_TYPES = new Map([
  ['score__row', 'select_one'],
  ['rank__level', 'select_one'],
]);

/**
 * Writes `$autoname`, the name that the form will use, on every row but end rows (contract-xlsform 2.5): the given name,
 * else a slug of the first label that clashes with no other name, letter case ignored. Needs `$kuid`.
 */
export function assignNames(survey: readonly SurveyRow[]): void {
  const names = new UniqueNames();
  for (const row of survey) if (hasText(row.name) && !isEndRow(row.type)) names.reserve(row.name);
  for (const row of survey) {
    if (isEndRow(row.type)) delete row.$autoname;
    else row.$autoname = hasText(row.name) ? row.name : names.claim(nameFromLabel(row));
  }
}

/** Writes `$autovalue` on every choice: the given name, else its label's slug, unique inside its list. */
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

function nameFromLabel(row: SurveyRow): string {
  // The XForm keeps an audit under this name only (contract-xlsform 3.3).
  if (row.type === 'audit') return 'audit';
  const slug = slugify(firstLabel(row) ?? '');
  if (slug !== '' && slug !== '_') return slug;
  return slugify(`${SPOKEN_TYPES.get(row.type) ?? row.type}_${row.$kuid ?? ''}`);
}

function valueFromLabel(choice: Choice): string {
  const value = shorten(firstLabel(choice) ?? '')
    .trim()
    .replace(/\s+/g, '_');
  return value === '' ? `option_${choice.$kuid ?? ''}` : value;
}

/** A label as a name: shortened, then a slug. */
export function slugify(label: string): string {
  return slugOf(shorten(label));
}

/**
 * A text as a name: trimmed, everything outside A-Za-z0-9_ as "_" (a last one dropped), runs of "_" as one, never a digit
 * first.
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
  if (label.length <= SLUG_LENGTH) return label;
  const characters = Array.from(label);
  if (characters.length <= SLUG_LENGTH) return label;
  const half = SLUG_LENGTH / 2;
  return `${characters.slice(0, half).join('')}_${characters.slice(-half).join('')}`;
}

function firstLabel(row: SurveyRow | Choice): string | undefined {
  return row.label?.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

function hasText(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

/** Names that are taken, letter case ignored. Every claim costs the same, however many rows share a label. */
class UniqueNames {
  private readonly taken = new Set<string>();
  private readonly lastSuffix = new Map<string, number>();

  reserve(name: string): void {
    this.taken.add(name.toLowerCase());
  }

  /** `wish` itself, or with the first free one of `_001`, `_002`, … behind it. */
  claim(wish: string): string {
    const key = wish.toLowerCase();
    let name = wish;
    for (let suffix = this.lastSuffix.get(key) ?? 0; this.taken.has(name.toLowerCase());) {
      suffix += 1;
      this.lastSuffix.set(key, suffix);
      name = `${wish}_${String(suffix).padStart(3, '0')}`;
    }
    this.reserve(name);
    return name;
  }
}
