import { InvalidError, UnsupportedError } from '../errors';
import { EVERYTHING, type Filter } from '../query/filter';
import type { FilterField } from './feed-function';
import { type FeedModel, type FeedSet, findSet, TOP_SET } from './feed-model';
import { type FeedOrder, readOrder } from './feed-order';
import { type FeedShape, readShape } from './feed-shape';
import { readFilter, type ResolveField } from './filter-grammar';
import { type PageEnd, readSkipToken } from './skip-token';

/** What is asked of the rows of a set. */
export interface FeedQuery {
  readonly filter: Filter<FilterField>;
  readonly order: FeedOrder;
  /** The most rows of all pages together; undefined: all of them. */
  readonly top: number | undefined;
  readonly skip: number;
  /** Behind which the page starts; `skip` was done with before it. */
  readonly after: PageEnd | undefined;
  readonly counts: boolean;
  readonly shape: FeedShape;
}

/** The options of a request as they came. */
export type FeedOptions = Readonly<Record<string, string>>;

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

/** @throws InvalidError for options that do not hold @throws UnsupportedError for those that are left out */
export function readFeedQuery(model: FeedModel, set: FeedSet, options: FeedOptions): FeedQuery {
  assertTaken(options);
  const resolve = resolver(model, set);
  const order = readOrder(options['$orderby'], resolve);
  const token = options['$skiptoken'];
  const after = token === undefined ? undefined : readSkipToken(token, order);
  return {
    filter: options['$filter'] === undefined ? EVERYTHING : readFilter(options['$filter'], resolve),
    order,
    top: wholeNumber(options, '$top'),
    skip: after === undefined ? (wholeNumber(options, '$skip') ?? 0) : 0,
    after,
    counts: flag(options, '$count'),
    shape: readEntityShape(model, set, options),
  };
}

/** What is shown of one entity. @throws as `readFeedQuery` does */
export function readEntityShape(model: FeedModel, set: FeedSet, options: FeedOptions): FeedShape {
  assertTaken(options);
  return readShape(model, set, { $select: options['$select'], $expand: options['$expand'] });
}

/** What is counted. @throws as `readFeedQuery` does */
export function readCountFilter(model: FeedModel, set: FeedSet, options: FeedOptions): Filter<FilterField> {
  return readFeedQuery(model, set, options).filter;
}

/** @throws UnsupportedError for an option of OData, by its first letter, that is left out */
export function assertTaken(options: FeedOptions): void {
  const unknown = Object.keys(options).find((name) => name.startsWith('$') && !OPTIONS.includes(name));
  if (unknown !== undefined) {
    throw new UnsupportedError(`The option ${unknown} is not taken. These are: ${OPTIONS.join(', ')}.`);
  }
  const format = options['$format'];
  if (format !== undefined && !JSON_FORMAT.test(format)) {
    throw new InvalidError('$format takes json alone: the feed answers with nothing else.');
  }
}

/** Own properties, and those of the submission that a row of a repeat belongs to. */
function resolver(model: FeedModel, set: FeedSet): ResolveField {
  return (path) => {
    const parts = path.split('/');
    const name = parts.pop()!;
    const [way, ...further] = parts;
    const owner = way === undefined ? set : setBehind(model, set, way);
    const property = owner?.properties.find((each) => each.name === name);
    if (owner === undefined || further.length > 0) {
      throw new UnsupportedError(
        `${path} leads too far. Filter and sort by properties of ${set.name} or its submission.`,
      );
    }
    if (property === undefined) {
      throw new InvalidError(
        `${owner.name} has no property ${JSON.stringify(name)}. $metadata tells which it has.`,
      );
    }
    return property.field;
  };
}

function setBehind(model: FeedModel, set: FeedSet, way: string): FeedSet | undefined {
  const navigation = set.navigations.find(({ name }) => name === way);
  if (navigation === undefined) {
    throw new InvalidError(
      `${set.name} has no navigation property ${JSON.stringify(way)}. $metadata tells which it has.`,
    );
  }
  return navigation.target === TOP_SET ? findSet(model, TOP_SET) : undefined;
}

function wholeNumber(options: FeedOptions, name: '$top' | '$skip'): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new InvalidError(`${name} takes a whole number, such as ${name}=100.`);
  return Number(text);
}

function flag(options: FeedOptions, name: '$count'): boolean {
  const text = options[name] ?? 'false';
  if (text !== 'true' && text !== 'false') throw new InvalidError(`${name} is true or false.`);
  return text === 'true';
}
