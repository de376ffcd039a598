import { InvalidError } from '../errors';
import { QUERY_LIMITS } from './operand';
import { allOf, anyOf, type Filter, not, NOTHING } from './mongo-expression';

export interface SearchTerm {
  readonly kind: 'term';
  readonly field: string | undefined;
  readonly value: string;
  /** Quoted values are text, never a number, null, true or false. */
  readonly quoted: boolean;
}

export type SearchNode =
  | SearchTerm
  | { readonly kind: 'and' | 'or'; readonly of: readonly SearchNode[] }
  | { readonly kind: 'not'; readonly of: SearchNode };

/**
 * Parses `q` (contract-assets 2.2): words and `field:value`, joined by AND (or white space), OR and NOT, with parentheses.
 * @returns undefined for a syntax error, or beyond `QUERY_LIMITS.textLength` or `QUERY_LIMITS.depth`
 */
export function parseSearch(text: string): SearchNode | undefined {
  return text.length > QUERY_LIMITS.textLength ? undefined : new SearchParser(text).parse();
}

const SPACE = /\s+/y;
/** Operators are whole words in capitals. */
const OR = /OR(?![^\s():])/y;
const AND = /AND\s+/y;
const NOT = /NOT\s+/y;
const OPEN = /\(\s*/y;
const CLOSE = /\s*\)/y;
const NAME = /([A-Za-z_[\]][A-Za-z0-9_[\]-]*):/y;
const QUOTED = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'/y;
const WORD = /[^\s():]+/y;

/** Recursive descent parser with backtracking. */
class SearchParser {
  private at = 0;
  private depth = 0;
  private tooDeep = false;

  constructor(private readonly text: string) {}

  parse(): SearchNode | undefined {
    this.match(SPACE);
    if (this.atEnd) return { kind: 'and', of: [] };
    const node = this.expression();
    this.match(SPACE);
    return this.atEnd && !this.tooDeep ? node : undefined;
  }

  private get atEnd(): boolean {
    return this.at === this.text.length;
  }

  private expression(): SearchNode | undefined {
    const first = this.conjunction();
    if (first === undefined) return undefined;
    const nodes = [first, ...this.many(() => this.alternative())];
    return nodes.length === 1 ? first : { kind: 'or', of: nodes };
  }

  private alternative(): SearchNode | undefined {
    const isNext = this.match(SPACE) && this.match(OR) && this.match(SPACE);
    return isNext ? this.conjunction() : undefined;
  }

  private conjunction(): SearchNode | undefined {
    const first = this.group();
    if (first === undefined) return undefined;
    const nodes = [first, ...this.many(() => this.furtherGroup())];
    return nodes.length === 1 ? first : { kind: 'and', of: nodes };
  }

  private furtherGroup(): SearchNode | undefined {
    if (!this.match(SPACE)) return undefined;
    const afterAnd = this.attempt(() => (this.match(AND) ? this.group() : undefined));
    return afterAnd ?? (this.match(OR) ? undefined : this.group());
  }

  private group(): SearchNode | undefined {
    this.depth += 1;
    this.tooDeep ||= this.depth > QUERY_LIMITS.depth;
    if (this.tooDeep) return undefined;
    const node =
      this.attempt(() => this.negation()) ?? this.attempt(() => this.inParentheses()) ?? this.term();
    this.depth -= 1;
    return node;
  }

  private negation(): SearchNode | undefined {
    const of = this.match(NOT) ? this.group() : undefined;
    return of && { kind: 'not', of };
  }

  private inParentheses(): SearchNode | undefined {
    if (!this.match(OPEN)) return undefined;
    const node = this.expression();
    return this.match(CLOSE) ? node : undefined;
  }

  private term(): SearchNode | undefined {
    const withField = this.attempt(() => {
      const field = this.match(NAME)?.[1];
      return field === undefined ? undefined : this.value(field);
    });
    return withField ?? this.value(undefined);
  }

  private value(field: string | undefined): SearchTerm | undefined {
    const quoted = this.match(QUOTED);
    if (quoted) return { kind: 'term', field, value: quoted[1] ?? quoted[2] ?? '', quoted: true };
    const word = this.match(WORD);
    return word ? { kind: 'term', field, value: word[0], quoted: false } : undefined;
  }

  private many(read: () => SearchNode | undefined): SearchNode[] {
    const nodes: SearchNode[] = [];
    for (let node = this.attempt(read); node; node = this.attempt(read)) nodes.push(node);
    return nodes;
  }

  private attempt<Result>(read: () => Result | undefined): Result | undefined {
    const from = this.at;
    const result = read();
    if (result === undefined) this.at = from;
    return result;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text) ?? undefined;
    if (match) this.at += match[0].length;
    return match;
  }
}

/** Converts a term to a filter; undefined for an unknown field or an invalid value. */
type TermReader<Field> = (term: SearchTerm) => Filter<Field> | undefined;

/**
 * Converts a search to a filter, with negations pushed down to the terms. @returns undefined if any term is invalid
 * @param negate negation of a term, for fields with three-valued logic
 */
export function searchFilter<Field>(
  node: SearchNode,
  termFilter: TermReader<Field>,
  negate: (filter: Filter<Field>) => Filter<Field> = not,
  isNegated = false,
): Filter<Field> | undefined {
  switch (node.kind) {
    case 'term': {
      const filter = termFilter(node);
      return filter && isNegated ? negate(filter) : filter;
    }
    case 'not':
      return searchFilter(node.of, termFilter, negate, !isNegated);
    case 'and':
    case 'or': {
      const parts = node.of.map((each) => searchFilter(each, termFilter, negate, isNegated));
      const of = parts.filter((part) => part !== undefined);
      if (of.length < parts.length) return undefined;
      return (node.kind === 'and') === isNegated ? anyOf(of) : allOf(of);
    }
  }
}

/**
 * Parses a search and converts it to a filter. A syntax error or an invalid term makes it match nothing.
 * @throws InvalidError for too many terms
 */
export function readSearchFilter<Field>(text: string, termFilter: TermReader<Field>): Filter<Field> {
  const node = parseSearch(text);
  if (node === undefined) return NOTHING;
  assertTermCount(termsOf(node));
  return searchFilter(node, termFilter) ?? NOTHING;
}

/** @throws InvalidError for too many terms */
export function assertTermCount(terms: readonly SearchTerm[]): void {
  if (terms.length > QUERY_LIMITS.terms) {
    throw new InvalidError(`A search can have at most ${QUERY_LIMITS.terms} terms. Use fewer terms.`);
  }
}

/** All terms of a search, in order. */
export function termsOf(node: SearchNode): SearchTerm[] {
  switch (node.kind) {
    case 'term':
      return [node];
    case 'not':
      return termsOf(node.of);
    case 'and':
    case 'or':
      return node.of.flatMap(termsOf);
  }
}
