import { InvalidError, UnsupportedError } from '../errors';
import { QUERY_LIMITS } from '../query/operand';
import { EVERYTHING, type Filter } from '../query/mongo-expression';
import { readFilter, type ResolveField } from './filter-grammar';
import type { EntityProperty } from './edm-value';
import type { FilterField } from './odata-function';
import {
  type ODataOrder,
  readOrderBy,
  readFlag,
  readWholeNumber,
  splitOption,
  resolver,
} from './query-options';
import { type EntityModel, type NavigationProperty, type EntitySet, findSet } from './entity-model';

/** Selected properties and expansions of an entity set. */
export interface EntityShape {
  readonly set: EntitySet;
  readonly properties: readonly EntityProperty[];
  readonly expanded: readonly Expansion[];
  /** Select list of the context URL; empty if everything is selected. */
  readonly selectList: string;
}

export interface Expansion {
  readonly navigation: NavigationProperty;
  readonly shape: EntityShape;
  readonly window: ExpansionWindow;
}

/** Part of the related rows to return. */
export interface ExpansionWindow {
  /** Undefined: all rows, in document order. */
  readonly selection: RowSelection | undefined;
  readonly skip: number;
  /** Undefined: all. */
  readonly top: number | undefined;
  /** Whether to return the number of all related rows. */
  readonly withCount: boolean;
}

export interface RowSelection {
  readonly filter: Filter<FilterField>;
  readonly order: ODataOrder;
}

/** Options of a collection. */
const WINDOW_OPTIONS = ['$filter', '$orderby', '$top', '$skip', '$count'] as const;
const NESTED_OPTIONS = ['$select', '$expand', ...WINDOW_OPTIONS] as const;

type NestedOptions = { [Name in (typeof NESTED_OPTIONS)[number]]?: string | undefined };

export type SelectExpandOptions = Readonly<Pick<NestedOptions, '$select' | '$expand'>>;

/**
 * Parses `$select` and `$expand`. Expansions can not return to a set on their path, which bounds the response size.
 * @throws InvalidError for unknown properties @throws UnsupportedError for unsupported nested options
 */
export function readShape(model: EntityModel, set: EntitySet, options: SelectExpandOptions): EntityShape {
  return shapeOf(model, set, options, [set.name]);
}

function shapeOf(
  model: EntityModel,
  set: EntitySet,
  options: SelectExpandOptions,
  path: readonly string[],
): EntityShape {
  const names =
    options.$select === undefined ? ['*'] : splitOption(options.$select, ',').map((name) => name.trim());
  assertBounded(names);
  const properties = names.includes('*')
    ? set.properties
    : set.properties.filter(({ name, field }) => field.source === 'key' || names.includes(name));
  for (const name of names) assertSelectable(set, name);
  const expanded = options.$expand === undefined ? [] : expansionsOf(model, set, options.$expand, path);
  const nested = expanded
    .filter(({ shape }) => shape.selectList !== '')
    .map(({ navigation, shape }) => `${navigation.name}${shape.selectList}`);
  const selected = [...(options.$select === undefined ? [] : names), ...nested];
  return { set, properties, expanded, selectList: selected.length === 0 ? '' : `(${selected.join(',')})` };
}

function assertSelectable({ name: set, properties, navigations }: EntitySet, name: string): void {
  if (name === '*' || [...properties, ...navigations].some((each) => each.name === name)) return;
  throw new InvalidError(`${set} has no property ${JSON.stringify(name)}. See $metadata.`);
}

function expansionsOf(
  model: EntityModel,
  set: EntitySet,
  text: string,
  path: readonly string[],
): Expansion[] {
  const items = splitOption(text, ',').map((item) => item.trim());
  assertBounded(items);
  return items.flatMap((item) => {
    const [, name = '', inside] = /^([^()]+?)\s*(?:\(([\s\S]*)\))?$/.exec(item) ?? [];
    if (name === '*' && inside === undefined) {
      return set.navigations
        .filter(({ target }) => !path.includes(target))
        .map((navigation) => expansionOf(model, navigation, {}, path));
    }
    const navigation = set.navigations.find((each) => each.name === name);
    if (navigation === undefined) {
      throw new InvalidError(
        `${set.name} has no navigation property ${JSON.stringify(name)}. See $metadata.`,
      );
    }
    return [expansionOf(model, navigation, inside === undefined ? {} : nestedOptions(inside), path)];
  });
}

function expansionOf(
  model: EntityModel,
  navigation: NavigationProperty,
  options: NestedOptions,
  path: readonly string[],
): Expansion {
  const { name, target } = navigation;
  if (path.includes(target)) {
    throw new UnsupportedError(`$expand cannot return to ${target}: remove ${name}.`);
  }
  if (navigation.to !== 'children' && WINDOW_OPTIONS.some((each) => options[each] !== undefined)) {
    throw new InvalidError(`${name} is a single row: remove ${WINDOW_OPTIONS.join(', ')}.`);
  }
  const set = findSet(model, target)!;
  const window = {
    selection: selectionOf(options, resolver(model, set)),
    skip: readWholeNumber(options.$skip, '$skip') ?? 0,
    top: readWholeNumber(options.$top, '$top'),
    withCount: readFlag(options.$count),
  };
  return { navigation, shape: shapeOf(model, set, options, [...path, target]), window };
}

function selectionOf({ $filter, $orderby }: NestedOptions, resolve: ResolveField): RowSelection | undefined {
  if ($filter === undefined && $orderby === undefined) return undefined;
  return {
    filter: $filter === undefined ? EVERYTHING : readFilter($filter, resolve),
    order: readOrderBy($orderby, resolve),
  };
}

function nestedOptions(text: string): NestedOptions {
  const options: NestedOptions = {};
  for (const option of splitOption(text, ';')) {
    const mark = option.indexOf('=');
    const sent = option.slice(0, Math.max(mark, 0)).trim();
    const name = NESTED_OPTIONS.find((each) => each === sent);
    if (name === undefined) {
      throw new UnsupportedError(`$expand supports only ${NESTED_OPTIONS.join(', ')} in its parentheses.`);
    }
    options[name] = option.slice(mark + 1).trim();
  }
  return options;
}

function assertBounded(items: readonly string[]): void {
  if (items.length > QUERY_LIMITS.listValues) {
    throw new InvalidError(`Use at most ${QUERY_LIMITS.listValues} properties.`);
  }
}
