import { isIP } from 'node:net';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';

/** True for scheme, host and optional port only. */
export function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, origin, href } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** True for comma-separated origins. */
export function isOriginList(value: string): boolean {
  return splitList(value).every(isOrigin);
}

/** Entries of a comma-separated setting; none if it is unset. */
export function splitList(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',').map((entry) => entry.trim());
}

/** True for scheme, host, optional port and optional path only. */
export function isBaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, origin, pathname, href } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${origin}${pathname}`;
}

/** True for a template of map tiles: `{z}`, `{x}`, `{y}`, and `{s}` as the first part of the host. */
export function isTileUrl(value: string): boolean {
  const sample = value.replace(/^(https?:\/\/)\{s\}\./, '$1any-host.');
  if (!isPageUrl(sample) || new URL(sample).host.includes('{')) return false;
  return ['{z}', '{x}', '{y}'].every((part) => sample.includes(part)) && !/[\s;,'"]/.test(sample);
}

/** True for an address of a page, without user and password. */
export function isPageUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** True for an address of an SMTP server. */
export function isSmtpUrl(value: string): boolean {
  return URL.canParse(value) && /^smtps?:\/\/[^/]/.test(value) && new URL(value).hostname !== '';
}

/** True for a value of Express's `trust proxy`: false, a number of hops, or comma-separated ranges and addresses. */
export function isProxySetting(value: string): boolean {
  if (value === 'false' || /^\d{1,2}$/.test(value)) return true;
  const isRange = (entry: string): boolean => /^(loopback|linklocal|uniquelocal)$/.test(entry);
  return value.split(',').every((entry) => isRange(entry.trim()) || isAddressOrNetwork(entry.trim()));
}

/** True for comma-separated hosts, addresses and networks (CIDR). */
export function isHostList(value: string): boolean {
  const isHost = (entry: string): boolean => /^(?!-)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(entry);
  return value.split(',').every((entry) => isHost(entry.trim()) || isAddressOrNetwork(entry.trim()));
}

function isAddressOrNetwork(entry: string): boolean {
  const [host = '', bits, ...more] = entry.split('/');
  const family = isIP(host);
  if (bits === undefined) return family !== 0;
  return (
    family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  );
}

/** Converts to a number; other text becomes NaN, which validation rejects. */
export const AsNumber = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.trim() !== '' ? Number(value) : value,
  );

/** A whole number from min to max. @param unit for the message, such as ` of days` */
export const WholeNumber = (min: number, max: number, unit = '') => {
  return (environment: object, name: string): void => {
    const message = `${name} must be a whole number${unit} from ${min} to ${max}.`;
    for (const decorate of [AsNumber(), IsInt({ message }), Min(min, { message }), Max(max, { message })]) {
      decorate(environment, name);
    }
  };
};

export const AsFlag = () =>
  Transform(({ value }: { value: unknown }) =>
    value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : value,
  );

/** Validates text by a predicate. */
export const Satisfies = (
  name: string,
  isValid: (value: string) => boolean,
  message: string | ((value: string) => string),
) =>
  ValidateBy(
    { name, validator: { validate: (value: unknown) => typeof value === 'string' && isValid(value) } },
    { message: typeof message === 'string' ? message : ({ value }) => message(String(value)) },
  );

export interface MisspeltName {
  readonly name: string;
  readonly nearest: string;
}

/** Shorter words have neighbours that mean something else after two edits. */
const MIN_LETTERS_OF_TWO_EDITS = 6;

/**
 * Finds names that are nearly known ones: another case or other separators, or a letter more, less, changed or swapped; two
 * of them at most. Known names are none, and neither are names that are far from all.
 */
export function misspeltNames(names: readonly string[], known: readonly string[]): MisspeltName[] {
  const isKnown = new Set(known);
  return names.flatMap((name) => {
    const nearest = isKnown.has(name) ? undefined : nearestOf(name, known);
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}

function nearestOf(name: string, known: readonly string[]): string | undefined {
  // Variables in lower case are of other programs, unless they differ in nothing else.
  const isUpper = name === name.toUpperCase();
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const each of known) {
    const edits = nameEdits(name.toUpperCase(), each);
    if (edits >= fewest || (edits > 0 && !isUpper)) continue;
    [nearest, fewest] = [each, edits];
  }
  return nearest;
}

/** Infinity for another name: DATABASE_PORT differs from DATABASE_POOL in a whole word. */
function nameEdits(name: string, target: string): number {
  const [words, targets] = [name.split('_'), target.split('_')];
  // A changed letter makes another word of a short name: POST, SORT.
  if (targets.length === 1 && name.length === target.length && !isSwap(name, target)) return Infinity;
  if (words.length !== targets.length) return wordEdits(lettersOf(name), lettersOf(target));
  const edits = targets.reduce((sum, word, index) => sum + wordEdits(words[index]!, word), 0);
  return edits <= 2 ? edits : Infinity;
}

function wordEdits(word: string, target: string): number {
  const edits = editDistance(word, target);
  return edits <= (target.length < MIN_LETTERS_OF_TWO_EDITS ? 1 : 2) ? edits : Infinity;
}

const lettersOf = (name: string): string => name.replaceAll(/[^A-Z0-9]/g, '');

const isSwap = (one: string, other: string): boolean =>
  [...one].sort().join('') === [...other].sort().join('');

/** Insertions, deletions, changes and swaps of neighbours that make one text of the other; Infinity beyond two. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length]!;
}
