import { asCondition, cellText, cleanCells, cleanText } from './form-tree';
import { parseYesNo } from '../../content/standard/standard-rows';

describe('cleanText', () => {
  it.each([
    ['  a  b ', true, 'a b'],
    ['a\n\n  b', true, 'a\n\n b'],
    [' a  b ', false, 'a  b'],
    ['‘a’ “b”', false, `'a' "b"`],
  ])('%j, collapse %s → %j', (text, collapse, expected) => {
    expect(cleanText(text, collapse)).toBe(expected);
  });
});

describe('cleanCells', () => {
  it('drops empty cells, keeps booleans and converts numbers to text', () => {
    const row = { a: ' x ', b: '', c: null, d: false, e: 5, f: [' l ', '', null], g: '  ' };
    expect(cleanCells(row, true)).toEqual({ a: 'x', d: false, e: '5', f: ['l', null, null] });
  });

  it('handles columns named like properties of Object.prototype', () => {
    const row = JSON.parse('{"__proto__": {"a": "x"}, "constructor": "y"}') as Record<string, unknown>;
    const cells = cleanCells(row, true);
    expect(cellText(cells, 'a')).toBeUndefined();
    expect(cellText(cells, 'constructor')).toBe('y');
    expect(cellText(cleanCells({}, true), 'constructor')).toBeUndefined();
  });
});

describe('parseYesNo and asCondition', () => {
  it.each([
    ['yes', true, 'true()'],
    ['TRUE', true, 'true()'],
    ['true()', true, 'true()'],
    ['No', false, 'false()'],
    ['false', false, 'false()'],
    ['${a} = 1', undefined, '${a} = 1'],
  ])('%s', (text, word, condition) => {
    expect(parseYesNo(text)).toBe(word);
    expect(asCondition(text)).toBe(condition);
  });
});
