import { InvalidError, UnsupportedError } from '../errors';
import { EVERYTHING, type Filter } from '../query/filter';
import type { FilterField } from './odata-function';
import type { EntityModel, EntitySet } from './entity-model';
import { type ODataOrder, readOrderBy } from './odata-order';
import { type EntityShape, readShape } from './entity-shape';
import { readFlag, readWholeNumber } from './option-value';
import { readFilter } from './filter-grammar';
import { resolver } from './resolve-field';
import { type ODataCursor, readSkipToken } from './skip-token';

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
  '$filter',
  '$orderby',
  '$top',
  '$skip',
  '$count',
  '$select',
  '$expand',
  '$skiptoken',
  '$format',
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
  const after = token === undefined ? undefined : readSkipToken(token, order);
  return {
    filter: options['$filter'] === undefined ? EVERYTHING : readFilter(options['$filter'], resolve),
    order,
    top: readWholeNumber(options['$top'], '$top'),
    skip: after === undefined ? (readWholeNumber(options['$skip'], '$skip') ?? 0) : 0,
    after,
    withCount: readFlag(options['$count'], '$count'),
    shape: readEntityShape(model, set, options),
  };
}

/** Parses `$select` and `$expand`. @throws as `readEntitySetQuery` */
export function readEntityShape(model: EntityModel, set: EntitySet, options: ODataOptions): EntityShape {
  assertSupportedOptions(options);
  return readShape(model, set, { $select: options['$select'], $expand: options['$expand'] });
}

/** @throws UnsupportedError for an unsupported system query option @throws InvalidError for another `$format` than JSON */
export function assertSupportedOptions(options: ODataOptions): void {
  const unknown = Object.keys(options).find((name) => name.startsWith('$') && !OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw new UnsupportedError(`${unknown} is not supported. Supported options: ${OPTIONS.join(', ')}.`);
  }
  const format = options['$format'];
  if (format !== undefined && !JSON_FORMAT.test(format)) {
    throw new InvalidError('Unsupported $format. Use $format=json.');
  }
}
