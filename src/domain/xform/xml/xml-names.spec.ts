import { isXmlName, splitXmlName, toXmlName } from './xml-names';

describe('isXmlName', () => {
  it.each(['age', '_a', 'a-b.c', 'prénom', 'जोड़', 'q1', '__version__'])('accepts %s', (name) => {
    expect(isXmlName(name)).toBe(true);
  });
  it.each(['', '1a', 'a b', 'a:b', '-a', '.a', 'a/b', 'a\n', '$a'])('refuses %j', (name) => {
    expect(isXmlName(name)).toBe(false);
  });
});

describe('splitXmlName', () => {
  it.each([
    ['a', { prefix: null, local: 'a' }],
    ['jr:count', { prefix: 'jr', local: 'count' }],
    ['a:b:c', null],
    [':a', null],
    ['a:', null],
    ['a b', null],
  ])('%s', (name, parts) => {
    expect(splitXmlName(name)).toEqual(parts);
  });
});

describe('toXmlName', () => {
  it.each([
    ['age', 'age'],
    ['1 bad', '_1_bad'],
    ['a b/c', 'a_b_c'],
    ['-x', '_-x'],
    ['', '_'],
  ])('%j → %s', (text, name) => {
    expect(toXmlName(text)).toBe(name);
    expect(isXmlName(toXmlName(text))).toBe(true);
  });
});
