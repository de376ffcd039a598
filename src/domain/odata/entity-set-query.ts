import { InvalidError, UnsupportedError } from '../errors';
import { EVERYTHING, type Filter } from '../query/filter';
import type { FilterField } from './odata-function';
import { type EntityModel, type EntitySet, findSet, TOP_SET } from './entity-model';
import { type ODataOrder, readOrderBy } from './odata-order';
import { type EntityShape, readShape } from './entity-shape';
import { readFlag, readWholeNumber } from './option-value';
import { readFilter, type ResolveField } from './filter-grammar';
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

/** Resolves properties of a set, and of the submission via `_submission/`. */
function resolver(model: EntityModel, set: EntitySet): ResolveField {
  return (path) => {
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
