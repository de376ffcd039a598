import { InvalidError, UnsupportedError } from '../errors';
import { allOf, anyOf, EVERYTHING, type Filter, not, NOTHING } from '../query/filter';
import { QUERY_LIMITS } from '../query/query-limits';
import type { FeedField } from './feed-field';
import { derived, type FeedFunction, type FilterField, isFeedFunction } from './feed-function';
import { comparison, type Folding, membership, textTest, type TextTest } from './filter-condition';
import { filterTokens, type Literal, type Token } from './filter-lexer';

/** The field that a path names. @throws InvalidError when there is none */
export type ResolveField = (path: string) => FeedField;

/** What a part of a filter stands for. */
type Expression =
  | { readonly kind: 'condition'; readonly filter: Filter<FilterField> }
  | { readonly kind: 'field'; readonly field: FilterField; readonly folding: Folding }
  | { readonly kind: 'literal'; readonly literal: Literal };

/** Spreadsheets put each further condition around those before it. */
const MOST_DEPTH = QUERY_LIMITS.conditions;

const RELATIONS = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le']);
const TEXT_TESTS = new Set(['contains', 'startswith', 'endswith']);
const LEFT_OUT = new Set(
  (
    'add sub mul div mod has concat indexof substring fractionalseconds time totaloffsetminutes now mindatetime ' +
    'maxdatetime totalseconds round floor ceiling cast isof geo.distance geo.length geo.intersects any all'
  ).split(' '),
);

/**
 * Reads a `$filter` (OData 4.0 part 2, 5.1.1) into the one filter tree.
 * @throws InvalidError for text that is no filter, or asks for more than is taken
 * @throws UnsupportedError for functions and operators that are left out
 */
export function readFilter(text: string, resolve: ResolveField): Filter<FilterField> {
  if (text.length > QUERY_LIMITS.textLength) {
    throw new InvalidError(`$filter takes at most ${QUERY_LIMITS.textLength} characters.`);
  }
  return new FilterReader(filterTokens(text), resolve).read();
}

class FilterReader {
  private at = 0;
  private depth = 0;
  private conditions = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly resolve: ResolveField,
  ) {}

  read(): Filter<FilterField> {
    const filter = conditionOf(this.disjunction());
    if (this.next.kind !== 'end') throw this.unreadable();
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

  /** Chains of one word become one node, however they are nested. */
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
    if (LEFT_OUT.has(next.text)) throw leftOut(next.text);
    if (next.text === 'in') {
      this.at += 1;
      return this.among(left);
    }
    if (!RELATIONS.has(next.text)) return left;
    this.at += 1;
    this.count();
    return { kind: 'condition', filter: compare(left, next.text, this.unary()) };
  }

  private among(left: Expression): Expression {
    const literals: Literal[] = [];
    this.expect('(');
    do {
      const { next } = this;
      if (next.kind !== 'literal') throw this.unreadable();
      literals.push(next.literal);
      this.at += 1;
    } while (this.takeMark(','));
    this.expect(')');
    if (literals.length > QUERY_LIMITS.listValues) {
      throw new InvalidError(`in takes at most ${QUERY_LIMITS.listValues} values.`);
    }
    if (left.kind !== 'field') throw new InvalidError('$filter needs a property before in.');
    this.count();
    return { kind: 'condition', filter: membership(left.field, left.folding, literals) };
  }

  private unary(): Expression {
    if (!this.takeWord('not')) return this.primary();
    return { kind: 'condition', filter: not(conditionOf(this.deeper(() => this.unary()))) };
  }

  private primary(): Expression {
    const { next } = this;
    this.at += 1;
    if (next.kind === 'literal') return next;
    if (next.kind === 'mark' && next.text === '(') {
      const inner = this.deeper(() => this.disjunction());
      this.expect(')');
      return inner;
    }
    if (next.kind !== 'word') {
      this.at -= 1;
      throw this.unreadable();
    }
    if (!this.isMark('(')) return { kind: 'field', field: this.resolve(next.text), folding: 'none' };
    return this.deeper(() => this.call(next.text));
  }

  private call(name: string): Expression {
    if (TEXT_TESTS.has(name)) return this.textTest(name as TextTest);
    if (name === 'tolower' || name === 'toupper') return this.folded(name === 'tolower' ? 'lower' : 'upper');
    if (isFeedFunction(name)) return this.derived(name);
    if (LEFT_OUT.has(name) || /\/(any|all)$/.test(name)) throw leftOut(name);
    throw new InvalidError(`$filter has ${name}(), which is no function of OData.`);
  }

  private textTest(name: TextTest): Expression {
    this.expect('(');
    const field = this.disjunction();
    this.expect(',');
    const literal = this.disjunction();
    this.expect(')');
    if (field.kind !== 'field' || literal.kind !== 'literal') {
      throw new InvalidError(`${name}() needs a property and a text, such as ${name}(name,'a').`);
    }
    this.count();
    return { kind: 'condition', filter: textTest(name, field.field, field.folding, literal.literal) };
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
    throw new InvalidError(`to${folding}() needs a property that is text.`);
  }

  private derived(name: FeedFunction): Expression {
    this.expect('(');
    const inner = this.disjunction();
    this.expect(')');
    if (inner.kind !== 'field') throw new InvalidError(`${name}() needs a property, such as ${name}(start).`);
    if (inner.field.source === 'derived' || inner.folding !== 'none') {
      throw new UnsupportedError(`${name}() takes a property as it is; put other functions around it.`);
    }
    return { kind: 'field', field: derived(name, inner.field), folding: 'none' };
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
    if (!this.takeMark(mark)) throw this.unreadable(`; a ${mark} is missing there`);
  }

  private deeper<Result>(read: () => Result): Result {
    this.depth += 1;
    if (this.depth > MOST_DEPTH) throw new InvalidError(`$filter is nested more than ${MOST_DEPTH} deep.`);
    const result = read();
    this.depth -= 1;
    return result;
  }

  private count(): void {
    this.conditions += 1;
    if (this.conditions > QUERY_LIMITS.conditions) {
      throw new InvalidError(
        `$filter has more than ${QUERY_LIMITS.conditions} conditions. Ask for less at a time.`,
      );
    }
  }

  private unreadable(hint = ''): InvalidError {
    const { next } = this;
    const place = next.kind === 'end' ? 'its end' : `${next.kind === 'literal' ? 'a value' : next.text}`;
    return new InvalidError(
      `$filter can't be read at ${place}${hint}. Write it as in: age gt 5 and name eq 'Asha'.`,
    );
  }
}

function conditionOf(expression: Expression): Filter<FilterField> {
  if (expression.kind === 'condition') return expression.filter;
  if (expression.kind === 'literal' && expression.literal.kind === 'boolean') {
    return expression.literal.value ? EVERYTHING : NOTHING;
  }
  throw new InvalidError('$filter has a value where a condition must stand, such as: age gt 5.');
}

const TURNED: Readonly<Record<string, string>> = { gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' };

function compare(left: Expression, relation: string, right: Expression): Filter<FilterField> {
  if (left.kind === 'literal' && right.kind !== 'literal')
    return compare(right, TURNED[relation] ?? relation, left);
  if (left.kind === 'field' && right.kind === 'literal') {
    return comparison(left.field, left.folding, relation, right.literal);
  }
  if (left.kind === 'condition' && right.kind === 'literal' && right.literal.kind === 'boolean') {
    if (relation === 'eq' || relation === 'ne') {
      return right.literal.value === (relation === 'eq') ? left.filter : not(left.filter);
    }
  }
  throw new UnsupportedError(
    `$filter compares a property with a value; nothing else stands beside ${relation}.`,
  );
}

function leftOut(name: string): UnsupportedError {
  return new UnsupportedError(
    `$filter takes no ${name}. Compare properties with values, and combine with and, or, not.`,
  );
}
