import { InvalidError, UnsupportedError } from '../errors';
import { QUERY_LIMITS } from '../query/operand';
import type { ODataField } from './edm-value';
import type { ResolveField } from './filter-grammar';
import { type EntityModel, type EntitySet, findSet, TOP_SET } from './entity-model';
import { readPageToken, type SortValues, writePageToken } from '../query/submission-order';

/** Nulls sort first, or last if descending (contract-odata 2). */
export interface ODataSortKey {
  readonly field: ODataField;
  readonly descending: boolean;
}

/** Sort keys, then submission id and index in it as tie-breakers. */
export interface ODataOrder {
  readonly by: readonly ODataSortKey[];
  readonly descending: boolean;
}

const TERM = /^\s*(\S+?)(?:\s+(asc|desc))?\s*$/;

/** Parses `$orderby`. @throws InvalidError for a syntax error or an unknown property */
export function readOrderBy(text: string | undefined, resolve: ResolveField): ODataOrder {
  const terms = text === undefined ? [] : text.split(',');
  if (terms.length > QUERY_LIMITS.sortKeys) {
    throw new InvalidError(`$orderby can have at most ${QUERY_LIMITS.sortKeys} properties.`);
  }
  const by = terms.map((term) => {
    const [, path, direction] = TERM.exec(term) ?? [];
    if (path === undefined) {
      throw new InvalidError(
        'Invalid $orderby. Use properties with an optional asc or desc, such as: age desc,name.',
      );
    }
    return { field: resolve(path), descending: direction === 'desc' };
  });
  return reduceKeyOrder(by);
}

/** Reduces an order by key to the default order, which needs no sort. */
function reduceKeyOrder(by: readonly ODataSortKey[]): ODataOrder {
  const [first, second, third] = by;
  const startsWithId = first?.field.source === 'key' && first.field.part === 'submission';
  const continuesWithIndex =
    second === undefined ||
    (second.field.source === 'key' &&
      second.field.part === 'index' &&
      !second.descending &&
      third === undefined);
  return startsWithId && continuesWithIndex
    ? { by: [], descending: first.descending }
    : { by, descending: false };
}

/** True if a field sorts as text, by code point; others sort as numbers. */
export function isSortedAsText({ type }: ODataField): boolean {
  return type === 'Edm.String' || type === 'Edm.Date';
}

/** Parses the number of `$top` or `$skip`; undefined if absent. @throws InvalidError */
export function readWholeNumber(text: string | undefined, name: '$top' | '$skip'): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text))
    throw new InvalidError(`${name} must be a whole number, such as ${name}=100.`);
  return Number(text);
}

/** Parses `$count`; false if absent. @throws InvalidError */
export function readFlag(text: string | undefined): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false')
    throw new InvalidError('$count must be true or false.');
  return text === 'true';
}

/** Splits at separators outside of parentheses and quotes. @throws InvalidError for unbalanced parentheses */
export function splitOption(text: string, separator: ',' | ';' | '/'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0) break;
    if (letter !== separator || depth > 0) continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  if (depth !== 0) throw new InvalidError('$select, $expand or $apply has unbalanced parentheses.');
  return [...parts, text.slice(from)];
}

/** Resolves properties of a set, and of the submission via `_submission/`. */
export function resolver(model: EntityModel, set: EntitySet): ResolveField {
  return (path) => {
    // Of a complex property, such as `__system/version` of entity lists.
    const whole = set.properties.find((each) => each.name === path);
    if (whole !== undefined) return whole.field;
    const parts = path.split('/');
    const name = parts.pop()!;
    const [navigation, ...further] = parts;
    const owner = navigation === undefined ? set : submissionSet(model, set, navigation);
    const property = owner?.properties.find((each) => each.name === name);
    if (owner === undefined || further.length > 0) {
      throw new UnsupportedError(
        `The path ${path} is not supported. Filter and sort by properties of ${set.name} or its submission.`,
      );
    }
    if (property === undefined) {
      throw new InvalidError(`${owner.name} has no property ${JSON.stringify(name)}. See $metadata.`);
    }
    return property.field;
  };
}

/** @returns undefined unless the navigation property leads to the submission */
function submissionSet(model: EntityModel, set: EntitySet, name: string): EntitySet | undefined {
  const navigation = set.navigations.find((each) => each.name === name);
  if (navigation === undefined) {
    throw new InvalidError(`${set.name} has no navigation property ${JSON.stringify(name)}. See $metadata.`);
  }
  return navigation.target === TOP_SET ? findSet(model, TOP_SET) : undefined;
}

/** Keyset cursor: the last row of a page. Stable if rows are added or deleted meanwhile. */
export interface ODataCursor {
  readonly sorted: SortValues;
  readonly submission: number;
  /** 0 at the top level. */
  readonly index: number;
}

/** Serializes a cursor as `$skiptoken`. */
export function writeSkipToken({ sorted, submission, index }: ODataCursor): string {
  return writePageToken({ sorted, tieBreakers: [submission, index] });
}

/** Parses a `$skiptoken`. @throws InvalidError unless it is a cursor of this order */
export function readSkipToken(token: string, { by }: ODataOrder): ODataCursor {
  const areTexts = by.map(({ field }) => isSortedAsText(field));
  const pageToken = readPageToken(token, areTexts, 2);
  if (pageToken === undefined) {
    throw new InvalidError('The $skiptoken does not match this query. Follow @odata.nextLink unchanged.');
  }
  const [submission, index] = pageToken.tieBreakers;
  return { sorted: pageToken.sorted, submission: submission!, index: index! };
}
