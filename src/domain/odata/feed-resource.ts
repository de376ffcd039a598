import { InvalidError, NotFoundError, UnsupportedError } from '../errors';
import { readInt64 } from './edm-value';
import { isKey } from './feed-field';
import { type FeedModel, type FeedNavigation, type FeedSet, findSet } from './feed-model';

/** One row of a set. */
export interface EntityName {
  readonly set: FeedSet;
  readonly submission: number;
  /** 0 at the top level. */
  readonly index: number;
}

/** What a path below the feed names: the rows of a set, or one of them, and what of those it leads to. */
export type FeedResource =
  | { readonly kind: 'rows'; readonly set: FeedSet; readonly isCounted: boolean }
  | { readonly kind: 'entity'; readonly entity: EntityName }
  | {
      readonly kind: 'navigation';
      readonly entity: EntityName;
      readonly navigation: FeedNavigation;
      readonly target: FeedSet;
      readonly isCounted: boolean;
    };

const SEGMENT = /^([\p{L}_][\p{L}\p{Nd}_]*)(?:\(([^()]*)\))?$/u;
const COUNT = '$count';

/**
 * Reads the segments of a path below the service document.
 * @throws NotFoundError for what is not there @throws InvalidError for keys that are none
 * @throws UnsupportedError for paths that are left out
 */
export function readResource(model: FeedModel, segments: readonly string[]): FeedResource {
  const isCounted = segments.at(-1) === COUNT;
  const [first = '', second, ...further] = isCounted ? segments.slice(0, -1) : segments;
  const [, name, key] = SEGMENT.exec(first) ?? [];
  const set = name === undefined ? undefined : findSet(model, name);
  if (set === undefined)
    throw new NotFoundError(`There is no such set. The service document tells which there are.`);
  if (key === undefined) {
    if (second !== undefined)
      throw new NotFoundError(`Name one of ${set.name} by its key: ${exampleOf(set)}.`);
    return { kind: 'rows', set, isCounted };
  }
  const entity = readKey(set, key);
  if (second === undefined) {
    if (isCounted) throw new NotFoundError('One row is not counted.');
    return { kind: 'entity', entity };
  }
  const navigation = set.navigations.find((each) => each.name === second);
  const target = navigation && findSet(model, navigation.target);
  if (navigation !== undefined && target !== undefined && further.length === 0) {
    if (isCounted && navigation.to !== 'children') throw new NotFoundError('One row is not counted.');
    return { kind: 'navigation', entity, navigation, target, isCounted };
  }
  const isProperty = set.properties.some((each) => each.name === second);
  if (isProperty || further.length > 0) {
    throw new UnsupportedError(
      'Paths lead from one row to others and no further. Ask for properties with $select.',
    );
  }
  throw new NotFoundError(
    `${set.name} has no navigation property of that name. $metadata tells which it has.`,
  );
}

/** The names of the keys of a set, in their order. */
export function keyNames({ properties }: FeedSet): string[] {
  return properties.filter(isKey).map(({ name }) => name);
}

function readKey(set: FeedSet, text: string): EntityName {
  const names = keyNames(set);
  const parts = text.split(',').map((part) => /^\s*(?:(\w+)\s*=)?\s*(-?\d{1,16})\s*$/.exec(part));
  const named = new Map(parts.map((part) => [part?.[1] ?? names[0]!, part?.[2]]));
  const values = names.map((name) => Number(readInt64(named.get(name) ?? '')));
  const isWhole =
    parts.length === names.length && named.size === names.length && values.every(Number.isSafeInteger);
  const isNamed = names.length === 1 || parts.every((part) => part?.[1] !== undefined);
  if (!isWhole || !isNamed) throw new InvalidError(`Name one of ${set.name} by its key: ${exampleOf(set)}.`);
  return { set, submission: values[0]!, index: values[1] ?? 0 };
}

function exampleOf(set: FeedSet): string {
  const names = keyNames(set);
  return names.length === 1 ? `${set.name}(1)` : `${set.name}(${names.map((name) => `${name}=1`).join(',')})`;
}
