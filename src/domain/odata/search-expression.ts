import { InvalidError } from '../errors';
import { allOf, anyOf, type Filter, not } from '../query/filter';
import { QUERY_LIMITS } from '../query/operand';
import type { EntitySet } from './entity-model';
import type { FilterField } from './odata-function';

const TOKEN = /\s*(?:"((?:[^"\\]|\\.)*)"|([()])|([^\s"()]+))/y;
/** Searched properties of all words together; each is a condition. */
const MAX_CONDITIONS = 2_000;

type Token = { readonly text: string; readonly kind: 'text' | 'mark' | 'word' };

/**
 * Parses `$search` (OData 4.0 part 2, 5.1.1.7): words and phrases in double quotes, with AND, OR, NOT and parentheses. Each is
 * searched in all text properties, in any letter case.
 * @throws InvalidError for a syntax error, or too many words
 */
export function readSearch(text: string, { properties }: EntitySet): Filter<FilterField> {
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
