import { InvalidError, UnsupportedError } from '../errors';
import { allOf, EVERYTHING, type Filter } from '../query/filter';
import type { FilterField } from './odata-function';
import type { EntityModel, EntitySet } from './entity-model';
import {
  type ODataOrder,
  readOrderBy,
  readFlag,
  readWholeNumber,
  resolver,
  type ODataCursor,
  readSkipToken,
} from './query-options';
import { type EntityShape, readShape } from './entity-shape';
import { readFilter } from './filter-grammar';
import { readSearch } from './search-expression';
import { type Aggregation, readAggregation } from './aggregation';

export interface EntitySetQuery {
  readonly filter: Filter<FilterField>;
  readonly order: ODataOrder;
  /** Limit of rows over all pages; undefined: unlimited. */
  readonly top: number | undefined;
  readonly skip: number;
  /** Cursor of the previous page; `skip` is 0 then. */
  readonly after: ODataCursor | undefined;
  readonly withCount: boolean;
  readonly shape: EntityShape;
}

/** Unparsed system query options by name. */
export type ODataOptions = Readonly<Record<string, string>>;

const OPTIONS = [
  ...['$filter', '$orderby', '$top', '$skip', '$count', '$select', '$expand', '$skiptoken', '$search'],
  ...['$apply', '$format'],
];
const JSON_FORMAT = /^(json|application\/json([;+ ].*)?)$/i;

/** Parses query options. @throws InvalidError for invalid options @throws UnsupportedError for unsupported ones */
export function readEntitySetQuery(
  model: EntityModel,
  set: EntitySet,
  options: ODataOptions,
): EntitySetQuery {
  assertSupportedOptions(options);
  const resolve = resolver(model, set);
  const order = readOrderBy(options['$orderby'], resolve);
  const token = options['$skiptoken'];
  const { $filter, $search } = options;
  const after = token === undefined ? undefined : readSkipToken(token, order);
  return {
    filter: allOf([
      $filter === undefined ? EVERYTHING : readFilter($filter, resolve),
      $search === undefined ? EVERYTHING : readSearch($search, set),
    ]),
    order,
    top: readWholeNumber(options['$top'], '$top'),
    skip: after === undefined ? (readWholeNumber(options['$skip'], '$skip') ?? 0) : 0,
    after,
    withCount: readFlag(options['$count']),
    shape: readEntityShape(model, set, options),
  };
}

/** Groups of the rows of a set, and the part of them to return. */
export interface AggregateQuery extends Pick<EntitySetQuery, 'top' | 'skip' | 'withCount'> {
  readonly aggregation: Aggregation;
}

const APPLY_OPTIONS = ['$apply', '$orderby', '$top', '$skip', '$count', '$format'];

/** Parses `$apply` and the options that it allows beside it. @throws as `readEntitySetQuery` */
export function readAggregateQuery(
  model: EntityModel,
  set: EntitySet,
  { $apply, ...options }: ODataOptions & { readonly $apply: string },
): AggregateQuery {
  assertSupportedOptions(options);
  const other = Object.keys(options).find((name) => name.startsWith('$') && !APPLY_OPTIONS.includes(name));
  if (other !== undefined) {
    throw new UnsupportedError(
      `${other} is not supported beside $apply. Start $apply with filter(...); it selects what it names.`,
    );
  }
  return {
    aggregation: readAggregation($apply, options['$orderby'], resolver(model, set)),
    top: readWholeNumber(options['$top'], '$top'),
    skip: readWholeNumber(options['$skip'], '$skip') ?? 0,
    withCount: readFlag(options['$count']),
  };
}

/** Parses `$select` and `$expand`. @throws as `readEntitySetQuery` */
export function readEntityShape(model: EntityModel, set: EntitySet, options: ODataOptions): EntityShape {
  assertSupportedOptions(options);
  return readShape(model, set, { $select: options['$select'], $expand: options['$expand'] });
}

/** @throws UnsupportedError for an unsupported system query option @throws InvalidError for another `$format` than JSON */
function assertSupportedOptions(options: ODataOptions): void {
  const unknown = Object.keys(options).find((name) => name.startsWith('$') && !OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw new UnsupportedError(`${unknown} is not supported. Supported options: ${OPTIONS.join(', ')}.`);
  }
  const format = options['$format'];
  if (format !== undefined && !JSON_FORMAT.test(format)) {
    throw new InvalidError('Unsupported $format. Use $format=json.');
  }
}
