import { QUERY_LIMITS } from './query-limits';

/** One word or quoted text of a search, with the field that it is looked for in. */
export interface SearchTerm {
  readonly kind: 'term';
  readonly field: string | undefined;
  readonly value: string;
  /** Quoted text is taken as it is, never as a number or another word with a meaning. */
  readonly quoted: boolean;
}

/** What a search asks, as it was written. */
export type SearchNode =
  | SearchTerm
  | { readonly kind: 'and' | 'or'; readonly of: readonly SearchNode[] }
  | { readonly kind: 'not'; readonly of: SearchNode };

/**
 * Reads the language of `q` (contract-assets 2.2): words and `field:value` joined by AND (or white space), OR and NOT,
 * with brackets. @returns undefined for text that the language has not, or that is nested too deep
 */
export function parseSearch(text: string): SearchNode | undefined {
  return new SearchReader(text).whole();
}

const SPACE = /\s+/y;
/** Capitals alone are operators; a whole word, or it is a value that begins like one. */
const OR = /OR(?![^\s():])/y;
const AND = /AND\s+/y;
const NOT = /NOT\s+/y;
const OPEN = /\(\s*/y;
const CLOSE = /\s*\)/y;
const NAME = /([A-Za-z_[\]][A-Za-z0-9_[\]-]*):/y;
const QUOTED = /"((?:[^"\\]|\\[^])*)"|'((?:[^'\\]|\\[^])*)'/y;
const WORD = /[^\s():]+/y;

/** Reads from left to right; what does not fit leaves the place where it was, for something else to be tried. */
class SearchReader {
  private at = 0;
  private depth = 0;
  /** Then nothing is tried any further. */
  private tooDeep = false;

  constructor(private readonly text: string) {}

  whole(): SearchNode | undefined {
    this.take(SPACE);
    if (this.atEnd) return { kind: 'and', of: [] };
    const node = this.expression();
    this.take(SPACE);
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
    const isNext = this.take(SPACE) && this.take(OR) && this.take(SPACE);
    return isNext ? this.conjunction() : undefined;
  }

  private conjunction(): SearchNode | undefined {
    const first = this.group();
    if (first === undefined) return undefined;
    const nodes = [first, ...this.many(() => this.furtherGroup())];
    return nodes.length === 1 ? first : { kind: 'and', of: nodes };
  }

  private furtherGroup(): SearchNode | undefined {
    if (!this.take(SPACE)) return undefined;
    const behindAnd = this.tried(() => (this.take(AND) ? this.group() : undefined));
    return behindAnd ?? (this.take(OR) ? undefined : this.group());
  }

  private group(): SearchNode | undefined {
    this.depth += 1;
    this.tooDeep ||= this.depth > QUERY_LIMITS.depth;
    if (this.tooDeep) return undefined;
    const node = this.tried(() => this.negation()) ?? this.tried(() => this.inBrackets()) ?? this.term();
    this.depth -= 1;
    return node;
  }

  private negation(): SearchNode | undefined {
    const of = this.take(NOT) ? this.group() : undefined;
    return of && { kind: 'not', of };
  }

  private inBrackets(): SearchNode | undefined {
    if (!this.take(OPEN)) return undefined;
    const node = this.expression();
    return this.take(CLOSE) ? node : undefined;
  }

  private term(): SearchNode | undefined {
    const withField = this.tried(() => {
      const field = this.take(NAME)?.[1];
      return field === undefined ? undefined : this.value(field);
    });
    return withField ?? this.value(undefined);
  }

  private value(field: string | undefined): SearchTerm | undefined {
    const quoted = this.take(QUOTED);
    if (quoted) return { kind: 'term', field, value: quoted[1] ?? quoted[2] ?? '', quoted: true };
    const word = this.take(WORD);
    return word ? { kind: 'term', field, value: word[0], quoted: false } : undefined;
  }

  private many(read: () => SearchNode | undefined): SearchNode[] {
    const nodes: SearchNode[] = [];
    for (let node = this.tried(read); node; node = this.tried(read)) nodes.push(node);
    return nodes;
  }

  private tried<Result>(read: () => Result | undefined): Result | undefined {
    const from = this.at;
    const result = read();
    if (result === undefined) this.at = from;
    return result;
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text) ?? undefined;
    if (match) this.at += match[0].length;
    return match;
  }
}
