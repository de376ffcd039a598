import { QUERY_LIMITS } from './operand';
import { parseSearch, type SearchNode, type SearchTerm } from './search-grammar';

const term = (value: string, field?: string, quoted = false): SearchTerm => ({
  kind: 'term',
  field,
  value,
  quoted,
});
const and = (...of: SearchNode[]): SearchNode => ({ kind: 'and', of });
const or = (...of: SearchNode[]): SearchNode => ({ kind: 'or', of });
const not = (of: SearchNode): SearchNode => ({ kind: 'not', of });
const [a, b, c] = [term('a'), term('b'), term('c')];

describe('parseSearch', () => {
  it.each<[text: string, node: SearchNode]>([
    ['', and()],
    ['  ', and()],
    ['a', a],
    [' a ', a],
    ['a b', and(a, b)],
    ['a AND b', and(a, b)],
    ['a OR b', or(a, b)],
    ['a b OR c', or(and(a, b), c)],
    ['a OR b AND c', or(a, and(b, c))],
    ['NOT a b', and(not(a), b)],
    ['NOT NOT a', not(not(a))],
    ['a AND NOT b', and(a, not(b))],
    ['(a OR b) c', and(or(a, b), c)],
    ['((a))', a],
    ['( a )', a],
    ['NOT (a b)', not(and(a, b))],
    ['name:a', term('a', 'name')],
    ['name:"a b"', term('a b', 'name', true)],
    ["name:'a (b):'", term('a (b):', 'name', true)],
    ['"a \\" b"', term('a \\" b', undefined, true)],
    ['settings__country[]__value:KEN', term('KEN', 'settings__country[]__value')],
    ['a or b', and(a, term('or'), b)],
    ['OR', term('OR')],
    ['a ORANGE', and(a, term('ORANGE'))],
    ['NOT', term('NOT')],
    ['a AND', and(a, term('AND'))],
    ['"a', term('"a')],
    ['ä', term('ä')],
  ])('reads %j', (text, node) => {
    expect(parseSearch(text)).toEqual(node);
  });

  it.each(['(a', 'a)', '()', 'a OR', 'name:', 'name: a', 'a:b:c', 'ä:b', ':'])(
    'returns undefined for %j',
    (text) => {
      expect(parseSearch(text)).toBeUndefined();
    },
  );

  it.each([
    ['parentheses', (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`],
    ['unclosed parentheses', (levels: number) => '('.repeat(levels)],
    ['negations', (levels: number) => 'NOT '.repeat(levels) + 'a'],
  ])('limits the depth of %s', (_title, nested) => {
    expect(parseSearch(nested(QUERY_LIMITS.depth))).toBeUndefined();
    expect(parseSearch(nested(5_000))).toBeUndefined();
  });

  it('parses in linear time', () => {
    const texts = ['a OR '.repeat(4_000), '(a '.repeat(4_000), 'NOT '.repeat(4_000), '"'.repeat(9_999)];
    const before = process.cpuUsage();
    for (const text of texts) parseSearch(text);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
