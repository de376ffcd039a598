import { InvalidError, UnsupportedError } from '../errors';
import { allOf, type Filter } from '../query/mongo-expression';
import { QUERY_LIMITS } from '../query/operand';
import { readFilter, type ResolveField } from './filter-grammar';
import { isIdentifier } from './entity-model';
import type { ODataField } from './edm-value';
import { type FilterField, type FilterType, kindOf } from './odata-function';
import { splitOption } from './query-options';

const METHODS = ['sum', 'average', 'min', 'max', 'countdistinct'] as const;
type Method = (typeof METHODS)[number];

/** Property that rows are grouped by. */
export interface GroupKey {
  /** Name, after that of a navigation property: `_submission/village`. */
  readonly path: string;
  readonly field: ODataField;
}

/** Calculated property of a group. */
export type Aggregate =
  | { readonly alias: string; readonly method: 'count' }
  | { readonly alias: string; readonly method: Method; readonly field: ODataField };

export interface GroupOrder {
  /** Index among keys, then aggregates. */
  readonly column: number;
  readonly descending: boolean;
}

/** Groups of the rows of a set (OData data aggregation 4.0). */
export interface Aggregation {
  readonly filter: Filter<FilterField>;
  /** Empty: all rows are one group. */
  readonly keys: readonly GroupKey[];
  readonly aggregates: readonly Aggregate[];
  readonly order: readonly GroupOrder[];
}

const STEP = /^\s*([A-Za-z.]+)\s*\(([\s\S]*)\)\s*$/;
const COUNT = /^\s*\$count\s+as\s+(\S+)\s*$/;
const AGGREGATE = /^\s*(\S+)\s+with\s+(\S+)\s+as\s+(\S+)\s*$/;
const EXAMPLE = 'filter(age gt 5)/groupby((village),aggregate($count as total,age with average as mean))';

/**
 * Parses `$apply`, a sequence of filters that ends with `groupby` or `aggregate`, and the `$orderby` of its result.
 * @throws InvalidError for a syntax error or an unknown property @throws UnsupportedError for other transformations
 */
export function readAggregation(
  text: string,
  orderBy: string | undefined,
  resolve: ResolveField,
): Aggregation {
  const steps = splitOption(text, '/').map((step) => {
    const [, name, inside] = STEP.exec(step) ?? [];
    if (name === undefined || inside === undefined) throw invalid();
    return { name, inside };
  });
  const last = steps.pop()!;
  const filters = steps.map(({ name, inside }) => {
    if (name !== 'filter') throw unsupported(name);
    return readFilter(inside, resolve);
  });
  const groups = groupsOf(last, resolve);
  assertDistinct([...groups.keys.map(({ path }) => path), ...groups.aggregates.map(({ alias }) => alias)]);
  return { filter: allOf(filters), ...groups, order: orderOf(orderBy, groups) };
}

type Groups = Pick<Aggregation, 'keys' | 'aggregates'>;

function groupsOf({ name, inside }: { name: string; inside: string }, resolve: ResolveField): Groups {
  if (name === 'aggregate') return { keys: [], aggregates: aggregatesOf(inside, resolve) };
  if (name !== 'groupby') throw unsupported(name);
  const [list = '', inner, ...further] = splitOption(inside, ',');
  const [, paths] = /^\s*\(([^()]*)\)\s*$/.exec(list) ?? [];
  if (/rollup/i.test(list)) throw unsupported('rollup');
  const [, step, aggregates] = inner === undefined ? [] : (STEP.exec(inner) ?? []);
  if (paths === undefined || further.length > 0 || (inner !== undefined && step === undefined))
    throw invalid();
  if (step !== undefined && step !== 'aggregate') throw unsupported(`${step} inside groupby`);
  const keys = paths.split(',').map((path) => ({ path: path.trim(), field: resolve(path.trim()) }));
  return { keys, aggregates: aggregates === undefined ? [] : aggregatesOf(aggregates, resolve) };
}

function aggregatesOf(text: string, resolve: ResolveField): Aggregate[] {
  return splitOption(text, ',').map((item) => {
    const [, counted] = COUNT.exec(item) ?? [];
    if (counted !== undefined) return { alias: checkedAlias(counted), method: 'count' };
    const [, path, name, alias] = AGGREGATE.exec(item) ?? [];
    if (path === undefined || alias === undefined) throw invalid();
    const method = METHODS.find((each) => each === name);
    if (method === undefined)
      throw new UnsupportedError(`${name} is not supported in $apply. Use ${METHODS.join(', ')}.`);
    const field = resolve(path);
    if ((method === 'sum' || method === 'average') && kindOf(field) !== 'number')
      throw new InvalidError(`${method} in $apply requires a property with numbers.`);
    return { alias: checkedAlias(alias), method, field };
  });
}

function checkedAlias(alias: string): string {
  if (!isIdentifier(alias)) throw new InvalidError(`${JSON.stringify(alias)} in $apply is not a name.`);
  return alias;
}

function assertDistinct(names: readonly string[]): void {
  if (new Set(names).size < names.length) throw new InvalidError('$apply has two properties of one name.');
  if (names.length > QUERY_LIMITS.terms)
    throw new InvalidError(`$apply can have at most ${QUERY_LIMITS.terms} properties.`);
}

function orderOf(text: string | undefined, { keys, aggregates }: Groups): GroupOrder[] {
  if (text === undefined) return [];
  const names = [...keys.map(({ path }) => path), ...aggregates.map(({ alias }) => alias)];
  return text.split(',').map((term) => {
    const [, name = '', direction] = /^\s*(\S+)(?:\s+(asc|desc))?\s*$/.exec(term) ?? [];
    const column = names.indexOf(name);
    if (column === -1) throw new InvalidError(`$orderby can use ${names.join(', ')} of $apply.`);
    return { column, descending: direction === 'desc' };
  });
}

/** Type of a property of the result; sums and counts have any number of digits. */
export function typeOfAggregate(aggregate: Aggregate): FilterType | 'Edm.Decimal' {
  switch (aggregate.method) {
    case 'count':
    case 'countdistinct':
      return 'Edm.Decimal';
    case 'sum':
      return aggregate.field.type === 'Edm.Int64' ? 'Edm.Decimal' : 'Edm.Double';
    case 'average':
      return 'Edm.Double';
    case 'min':
    case 'max':
      return aggregate.field.type;
  }
}

function unsupported(name: string): UnsupportedError {
  return new UnsupportedError(`${name} is not supported in $apply. Example: ${EXAMPLE}.`);
}

function invalid(): InvalidError {
  return new InvalidError(`$apply has a syntax error. Example: ${EXAMPLE}.`);
}
