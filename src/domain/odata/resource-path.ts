import { InvalidError, NotFoundError, UnsupportedError } from '../errors';
import { readInt64, isKey } from './edm-value';
import { type EntityModel, type NavigationProperty, type EntitySet, findSet } from './entity-model';

export interface EntityKey {
  readonly set: EntitySet;
  readonly submission: number;
  /** 0 at the top level. */
  readonly index: number;
}

/** Resource addressed by a path: rows of a set, a single row, or rows related to it. */
export type ODataResource =
  | { readonly kind: 'rows'; readonly set: EntitySet; readonly isCounted: boolean }
  | { readonly kind: 'entity'; readonly entity: EntityKey }
  | {
      readonly kind: 'navigation';
      readonly entity: EntityKey;
      readonly navigation: NavigationProperty;
      readonly target: EntitySet;
      readonly isCounted: boolean;
    };

const SEGMENT = /^([\p{L}_][\p{L}\p{Nd}_]*)(?:\(([^()]*)\))?$/u;
const COUNT = '$count';

/**
 * Resolves the path segments below the service root.
 * @throws NotFoundError for unknown names @throws InvalidError for invalid keys
 * @throws UnsupportedError for paths of more than one navigation property, or to a property
 */
export function readResourcePath(model: EntityModel, segments: readonly string[]): ODataResource {
  const isCounted = segments.at(-1) === COUNT;
  const [first = '', second, ...further] = isCounted ? segments.slice(0, -1) : segments;
  const [, name, key] = SEGMENT.exec(first) ?? [];
  const set = name === undefined ? undefined : findSet(model, name);
  if (set === undefined) throw new NotFoundError('There is no such entity set. See the service document.');
  if (key === undefined) {
    if (second !== undefined)
      throw new NotFoundError(`A key is required. Address a row by its key: ${exampleOf(set)}.`);
    return { kind: 'rows', set, isCounted };
  }
  const entity = readKey(set, key);
  if (second === undefined) {
    if (isCounted) throw new NotFoundError('$count is available for several rows only. Remove it.');
    return { kind: 'entity', entity };
  }
  const below = canonicalSegment(model, entity, second);
  if (below !== undefined) return readResourcePath(model, [below, ...segments.slice(2)]);
  const navigation = set.navigations.find((each) => each.name === second);
  const target = navigation && findSet(model, navigation.target);
  if (navigation !== undefined && target !== undefined && further.length === 0) {
    if (isCounted && navigation.to !== 'children')
      throw new NotFoundError('$count is available for several rows only. Remove it.');
    return { kind: 'navigation', entity, navigation, target, isCounted };
  }
  const isProperty = set.properties.some((each) => each.name === second);
  if (isProperty || further.length > 0) {
    throw new UnsupportedError(
      'A path can have one navigation property at most. Request properties by $select.',
    );
  }
  throw new NotFoundError(`${set.name} has no navigation property of that name. See $metadata.`);
}

/**
 * Segment of a repeat's row by its own key, of a segment below its submission: `visit(_submission_id=12,_index=3)` of
 * `Submissions(12)/visit(3)`. The key of the submission may be omitted (OData 4.01, URL conventions 4.3.3).
 * @returns undefined if the segment has no key, or is not below a submission
 */
function canonicalSegment(
  model: EntityModel,
  { set, submission, index }: EntityKey,
  segment: string,
): string | undefined {
  const [, name, key] = SEGMENT.exec(segment) ?? [];
  const navigation = set.navigations.find((each) => each.name === name);
  const target = navigation && findSet(model, navigation.target);
  if (index !== 0 || key === undefined || target === undefined) return undefined;
  const [ofSubmission, ofRow] = keyNames(target);
  const full = /^\s*-?\d+\s*$/.test(key)
    ? `${ofSubmission}=${submission},${ofRow}=${key}`
    : key.includes(',')
      ? key
      : `${ofSubmission}=${submission},${key}`;
  if (readKey(target, full).submission !== submission) {
    throw new NotFoundError(`The row has another submission. Address it by its own: ${exampleOf(target)}.`);
  }
  return `${target.name}(${full})`;
}

/** Names of the key properties, in order. */
export function keyNames({ properties }: EntitySet): string[] {
  return properties.filter(isKey).map(({ name }) => name);
}

function readKey(set: EntitySet, text: string): EntityKey {
  const names = keyNames(set);
  const parts = text.split(',').map((part) => /^\s*(?:(\w+)\s*=)?\s*(-?\d{1,16})\s*$/.exec(part));
  const named = new Map(parts.map((part) => [part?.[1] ?? names[0]!, part?.[2]]));
  const values = names.map((name) => Number(readInt64(named.get(name) ?? '')));
  const isComplete =
    parts.length === names.length && named.size === names.length && values.every(Number.isSafeInteger);
  const isNamed = names.length === 1 || parts.every((part) => part?.[1] !== undefined);
  if (!isComplete || !isNamed)
    throw new InvalidError(`Invalid key. Address a row by its key: ${exampleOf(set)}.`);
  return { set, submission: values[0]!, index: values[1] ?? 0 };
}

function exampleOf(set: EntitySet): string {
  const names = keyNames(set);
  return names.length === 1 ? `${set.name}(1)` : `${set.name}(${names.map((name) => `${name}=1`).join(',')})`;
}
