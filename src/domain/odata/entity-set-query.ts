import { InvalidError, UnsupportedError } from '../errors';
import { allOf, anyOf, type Filter, not, EVERYTHING } from '../query/mongo-expression';
import { QUERY_LIMITS } from '../query/operand';
import type { EntitySet, EntityModel } from './entity-model';
import type { FilterField } from './odata-function';
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
import { type Aggregation, readAggregation } from './aggregation';

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|([()])|([^\s"()]+))/y;
/** Searched properties of all words together; each is a condition. */
const MAX_CONDITIONS = 2_000;

type Token = { readonly text: string; readonly kind: 'text' | 'mark' | 'word' };

/**
 * Parses `$search` (OData 4.0 part 2, 5.1.1.7): words and phrases in double quotes, with AND, OR, NOT and parentheses. Each is
 * searched in all text properties, in any letter case.
 * @throws InvalidError for a syntax error, or too many words
 */
function readSearch(text: string, { properties }: EntitySet): Filter<FilterField> {
  const fields = properties.map(({ field }) => field).filter(({ type }) => type === 'Edm.String');
  return new SearchParser(tokenize(text), fields).parse();
}

class SearchParser {
  private at = 0;
  private depth = 0;
  private conditions = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly fields: readonly FilterField[],
  ) {}

  parse(): Filter<FilterField> {
    const filter = this.disjunction();
    if (this.at < this.tokens.length) throw invalid();
    return filter;
  }

  private disjunction(): Filter<FilterField> {
    const filters = [this.conjunction()];
    while (this.take('word', 'OR')) filters.push(this.conjunction());
    return anyOf(filters);
  }

  /** Words without an operator between them must all occur. */
  private conjunction(): Filter<FilterField> {
    const filters = [this.term()];
    while (this.at < this.tokens.length && !this.isNext('word', 'OR') && !this.isNext('mark', ')')) {
      this.take('word', 'AND');
      filters.push(this.term());
    }
    return allOf(filters);
  }

  private term(): Filter<FilterField> {
    if (this.take('word', 'NOT')) return not(this.term());
    if (this.take('mark', '(')) {
      this.depth += 1;
      if (this.depth > QUERY_LIMITS.depth) throw invalid();
      const inner = this.disjunction();
      if (!this.take('mark', ')')) throw invalid();
      this.depth -= 1;
      return inner;
    }
    const token = this.tokens[this.at];
    if (token === undefined || token.kind === 'mark' || ['AND', 'OR'].includes(token.text)) throw invalid();
    this.at += 1;
    return this.occurs(token.text);
  }

  private occurs(text: string): Filter<FilterField> {
    this.conditions += this.fields.length;
    if (this.conditions > MAX_CONDITIONS) {
      throw new InvalidError('$search has too many words for this set. Use fewer, or $filter.');
    }
    return anyOf(
      this.fields.map((field) => ({ kind: 'search', field, text, at: 'anywhere', ignoreCase: true })),
    );
  }

  private isNext(kind: Token['kind'], text: string): boolean {
    const next = this.tokens[this.at];
    return next?.kind === kind && next.text === text;
  }

  private take(kind: Token['kind'], text: string): boolean {
    const isTaken = this.isNext(kind, text);
    if (isTaken) this.at += 1;
    return isTaken;
  }
}

function tokenize(text: string): Token[] {
  if (text.length > QUERY_LIMITS.textLength) {
    throw new InvalidError(`$search can have at most ${QUERY_LIMITS.textLength} characters.`);
  }
  const tokens: Token[] = [];
  const trimmed = text.trim();
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < trimmed.length;) {
    const [, phrase, mark, word] = TOKEN.exec(trimmed) ?? [];
    if (phrase !== undefined) tokens.push({ kind: 'text', text: phrase.replace(/\\(.)/g, '$1') });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else throw invalid();
  }
  return tokens;
}

function invalid(): InvalidError {
  return new InvalidError('$search has a syntax error. Example: well AND ("hand pump" OR NOT broken).');
}

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
