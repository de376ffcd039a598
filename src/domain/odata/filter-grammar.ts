import { InvalidError, UnsupportedError } from '../errors';
import { type Filter, allOf, anyOf, not } from '../query/mongo-expression';
import { QUERY_LIMITS } from '../query/operand';
import { calculate, call, compare, conditionOf, type Expression, isAmong } from './filter-expression';
import { type Literal, type Token, tokenizeFilter } from './filter-lexer';
import type { ODataField } from './edm-value';
import { type FilterField, isODataFunction, type ODataFunction } from './odata-function';

/** Resolves a property path to its field. @throws InvalidError for an unknown property */
export type ResolveField = (path: string) => ODataField;

/** Equals the limit of conditions: spreadsheets nest each added condition one level deeper. */
const MAX_DEPTH = QUERY_LIMITS.conditions;

const RELATIONS = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
const SUMS: ReadonlySet<string> = new Set(['add', 'sub']);
const PRODUCTS: ReadonlySet<string> = new Set(['mul', 'div', 'mod']);
const UNSUPPORTED = new Set(
  'has totaloffsetminutes totalseconds cast isof geo.distance geo.length geo.intersects any all'.split(' '),
);

/**
 * Parses a `$filter` (OData 4.0 part 2, 5.1.1) into a filter tree.
 * @throws InvalidError for a syntax error, or beyond `QUERY_LIMITS` @throws UnsupportedError for unsupported operators
 */
export function readFilter(text: string, resolve: ResolveField): Filter<FilterField> {
  if (text.length > QUERY_LIMITS.textLength) {
    throw new InvalidError(`$filter can have at most ${QUERY_LIMITS.textLength} characters.`);
  }
  return new FilterParser(tokenizeFilter(text), resolve).parse();
}

class FilterParser {
  private at = 0;
  private depth = 0;
  private conditions = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly resolve: ResolveField,
  ) {}

  parse(): Filter<FilterField> {
    const filter = conditionOf(this.disjunction());
    if (this.next.kind !== 'end') throw this.syntaxError();
    return filter;
  }

  private get next(): Token {
    return this.tokens[this.at]!;
  }

  private disjunction(): Expression {
    return this.chain('or', () => this.conjunction(), anyOf);
  }

  private conjunction(): Expression {
    return this.chain('and', () => this.comparison(), allOf);
  }

  /** Flattens nested chains of the same operator. */
  private chain(
    word: 'and' | 'or',
    part: () => Expression,
    join: (filters: readonly Filter<FilterField>[]) => Filter<FilterField>,
  ): Expression {
    const first = part();
    if (!this.isWord(word)) return first;
    const filters = [conditionOf(first)];
    while (this.takeWord(word)) filters.push(conditionOf(part()));
    const flat = filters.flatMap((each) => (each.kind === word && each.of.length > 0 ? each.of : [each]));
    return { kind: 'condition', filter: join(flat) };
  }

  private comparison(): Expression {
    const left = this.sum();
    const { next } = this;
    if (next.kind !== 'word') return left;
    if (UNSUPPORTED.has(next.text)) throw unsupported(next.text);
    if (this.takeWord('in')) {
      this.countCondition();
      return { kind: 'condition', filter: isAmong(left, this.list()) };
    }
    if (!RELATIONS.has(next.text)) return left;
    this.at += 1;
    this.countCondition();
    return { kind: 'condition', filter: compare(left, next.text, this.sum()) };
  }

  private list(): Literal[] {
    const literals: Literal[] = [];
    this.expect('(');
    do {
      const { next } = this;
      if (next.kind !== 'literal') throw this.syntaxError();
      literals.push(next.literal);
      this.at += 1;
    } while (this.takeMark(','));
    this.expect(')');
    if (literals.length > QUERY_LIMITS.listValues) {
      throw new InvalidError(`in can have at most ${QUERY_LIMITS.listValues} values.`);
    }
    return literals;
  }

  private sum(): Expression {
    return this.calculation(SUMS, () => this.calculation(PRODUCTS, () => this.unary()));
  }

  private calculation(operators: ReadonlySet<string>, part: () => Expression): Expression {
    let left = part();
    for (;;) {
      const { next } = this;
      if (next.kind !== 'word' || !operators.has(next.text)) return left;
      this.at += 1;
      this.countCondition();
      left = calculate(left, next.text as ODataFunction, part());
    }
  }

  private unary(): Expression {
    if (!this.takeWord('not')) return this.primary();
    return { kind: 'condition', filter: not(conditionOf(this.nested(() => this.unary()))) };
  }

  private primary(): Expression {
    const { next } = this;
    this.at += 1;
    if (next.kind === 'literal') return next;
    if (next.kind === 'mark' && next.text === '(') {
      const inner = this.nested(() => this.disjunction());
      this.expect(')');
      return inner;
    }
    if (next.kind !== 'word') {
      this.at -= 1;
      throw this.syntaxError();
    }
    if (!this.takeMark('(')) return { kind: 'field', field: this.resolve(next.text), folding: 'none' };
    return this.nested(() => this.call(next.text));
  }

  private call(name: string): Expression {
    if (!isODataFunction(name)) {
      if (UNSUPPORTED.has(name) || /\/(any|all)$/.test(name)) throw unsupported(name);
      throw new InvalidError(`Unknown function in $filter: ${name}(). Check the spelling.`);
    }
    const values: Expression[] = [];
    if (!this.isMark(')')) {
      do values.push(this.disjunction());
      while (this.takeMark(','));
    }
    this.expect(')');
    this.countCondition();
    return call(name, values);
  }

  private isWord(word: string): boolean {
    return this.next.kind === 'word' && this.next.text === word;
  }

  private isMark(mark: string): boolean {
    return this.next.kind === 'mark' && this.next.text === mark;
  }

  private takeWord(word: string): boolean {
    const taken = this.isWord(word);
    if (taken) this.at += 1;
    return taken;
  }

  private takeMark(mark: string): boolean {
    const taken = this.isMark(mark);
    if (taken) this.at += 1;
    return taken;
  }

  private expect(mark: string): void {
    if (!this.takeMark(mark)) throw this.syntaxError(`: ${mark} is missing`);
  }

  private nested<Result>(read: () => Result): Result {
    this.depth += 1;
    if (this.depth > MAX_DEPTH)
      throw new InvalidError(`$filter is nested more than ${MAX_DEPTH} levels deep. Flatten it.`);
    const result = read();
    this.depth -= 1;
    return result;
  }

  private countCondition(): void {
    this.conditions += 1;
    if (this.conditions > QUERY_LIMITS.conditions) {
      throw new InvalidError(
        `$filter has more than ${QUERY_LIMITS.conditions} conditions and calculations. Use fewer.`,
      );
    }
  }

  private syntaxError(hint = ''): InvalidError {
    const { next } = this;
    const position = next.kind === 'end' ? 'its end' : `${next.kind === 'literal' ? 'a value' : next.text}`;
    return new InvalidError(
      `$filter has a syntax error at ${position}${hint}. Example: age gt 5 and name eq 'Asha'.`,
    );
  }
}

function unsupported(name: string): UnsupportedError {
  return new UnsupportedError(
    `${name} is not supported in $filter. Compare and calculate with properties and values, and combine with and, or, not.`,
  );
}
