import { InvalidError, UnsupportedError } from '../errors';
import { allOf, anyOf, EVERYTHING, type Filter, not, NOTHING } from '../query/filter';
import { QUERY_LIMITS } from '../query/query-limits';
import type { ODataField } from './odata-field';
import { derivedField, type ODataFunction, type FilterField, isODataFunction } from './odata-function';
import {
  comparison,
  type CaseFolding,
  membership,
  textFunction,
  type TextFunction,
} from './filter-condition';
import { tokenizeFilter, type Literal, type Token } from './filter-lexer';

/** Resolves a property path to its field. @throws InvalidError for an unknown property */
export type ResolveField = (path: string) => ODataField;

type Expression =
  | { readonly kind: 'condition'; readonly filter: Filter<FilterField> }
  | { readonly kind: 'field'; readonly field: FilterField; readonly folding: CaseFolding }
  | { readonly kind: 'literal'; readonly literal: Literal };

/** Equals the limit of conditions: spreadsheets nest each added condition one level deeper. */
const MAX_DEPTH = QUERY_LIMITS.conditions;

const RELATIONS = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
const TEXT_FUNCTIONS = new Set(['contains', 'startswith', 'endswith']);
const UNSUPPORTED = new Set(
  (
    'add sub mul div mod has concat indexof substring fractionalseconds time totaloffsetminutes now mindatetime ' +
    'maxdatetime totalseconds round floor ceiling cast isof geo.distance geo.length geo.intersects any all'
  ).split(' '),
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
    const left = this.unary();
    const { next } = this;
    if (next.kind !== 'word') return left;
    if (UNSUPPORTED.has(next.text)) throw unsupported(next.text);
    if (next.text === 'in') {
      this.at += 1;
      return this.membership(left);
    }
    if (!RELATIONS.has(next.text)) return left;
    this.at += 1;
    this.countCondition();
    return { kind: 'condition', filter: compare(left, next.text, this.unary()) };
  }

  private membership(left: Expression): Expression {
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
    if (left.kind !== 'field') throw new InvalidError('in requires a property on its left.');
    this.countCondition();
    return { kind: 'condition', filter: membership(left.field, left.folding, literals) };
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
    if (!this.isMark('(')) return { kind: 'field', field: this.resolve(next.text), folding: 'none' };
    return this.nested(() => this.call(next.text));
  }

  private call(name: string): Expression {
    if (TEXT_FUNCTIONS.has(name)) return this.textFunction(name as TextFunction);
    if (name === 'tolower' || name === 'toupper') return this.folded(name === 'tolower' ? 'lower' : 'upper');
    if (isODataFunction(name)) return this.derived(name);
    if (UNSUPPORTED.has(name) || /\/(any|all)$/.test(name)) throw unsupported(name);
    throw new InvalidError(`Unknown function in $filter: ${name}(). Check the spelling.`);
  }

  private textFunction(name: TextFunction): Expression {
    this.expect('(');
    const field = this.disjunction();
    this.expect(',');
    const literal = this.disjunction();
    this.expect(')');
    if (field.kind !== 'field' || literal.kind !== 'literal') {
      throw new InvalidError(`${name}() requires a property and a text, such as ${name}(name,'a').`);
    }
    this.countCondition();
    return { kind: 'condition', filter: textFunction(name, field.field, field.folding, literal.literal) };
  }

  private folded(folding: 'lower' | 'upper'): Expression {
    this.expect('(');
    const inner = this.disjunction();
    this.expect(')');
    if (inner.kind === 'field' && inner.field.type === 'Edm.String' && inner.folding === 'none') {
      return { ...inner, folding };
    }
    if (inner.kind === 'literal' && inner.literal.kind === 'text') {
      const { value } = inner.literal;
      const folded = folding === 'lower' ? value.toLowerCase() : value.toUpperCase();
      return { kind: 'literal', literal: { kind: 'text', value: folded } };
    }
    throw new InvalidError(`to${folding}() requires a text property.`);
  }

  private derived(name: ODataFunction): Expression {
    this.expect('(');
    const inner = this.disjunction();
    this.expect(')');
    if (inner.kind !== 'field')
      throw new InvalidError(`${name}() requires a property, such as ${name}(start).`);
    if (inner.field.source === 'derived' || inner.folding !== 'none') {
      throw new UnsupportedError(
        `${name}() can be applied to a property only, not to the result of a function.`,
      );
    }
    return { kind: 'field', field: derivedField(name, inner.field), folding: 'none' };
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
        `$filter has more than ${QUERY_LIMITS.conditions} conditions. Use fewer conditions.`,
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

function conditionOf(expression: Expression): Filter<FilterField> {
  if (expression.kind === 'condition') return expression.filter;
  if (expression.kind === 'literal' && expression.literal.kind === 'boolean') {
    return expression.literal.value ? EVERYTHING : NOTHING;
  }
  throw new InvalidError('$filter has a value in place of a condition. Example of a condition: age gt 5.');
}

const SWAPPED: Readonly<Record<string, string>> = { gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };

function compare(left: Expression, relation: string, right: Expression): Filter<FilterField> {
  if (left.kind === 'literal' && right.kind !== 'literal')
    return compare(right, SWAPPED[relation] ?? relation, left);
  if (left.kind === 'field' && right.kind === 'literal') {
    return comparison(left.field, left.folding, relation, right.literal);
  }
  if (left.kind === 'condition' && right.kind === 'literal' && right.literal.kind === 'boolean') {
    if (relation === 'eq' || relation === 'ne') {
      return right.literal.value === (relation === 'eq') ? left.filter : not(left.filter);
    }
  }
  throw new UnsupportedError(`${relation} in $filter can compare a property with a value only.`);
}

function unsupported(name: string): UnsupportedError {
  return new UnsupportedError(
    `${name} is not supported in $filter. Compare properties with values, and combine with and, or, not.`,
  );
}
