import { readPattern } from './pattern';
import { QUERY_LIMITS } from './query-limits';

const PLAIN = { ignoreCase: false, multiline: false, dotAll: false, extended: false };

describe('readPattern', () => {
  it.each([
    ['^M', '', { ...PLAIN, source: '^M' }],
    ['mb', 'i', { ...PLAIN, source: 'mb', ignoreCase: true }],
    ['(?i)mb', '', { ...PLAIN, source: 'mb', ignoreCase: true }],
    ['(?ms)a', 'xu', { source: 'a', ignoreCase: false, multiline: true, dotAll: true, extended: true }],
    ['\\bwell\\B', '', { ...PLAIN, source: '\\ywell\\Y' }],
    ['end\\z', '', { ...PLAIN, source: 'end\\Z' }],
    ['[\\b]\\d\\.', '', { ...PLAIN, source: '[\\b]\\d\\.' }],
    ['[]\\b]', '', { ...PLAIN, source: '[]\\b]' }],
    ['[^]\\b]\\b', '', { ...PLAIN, source: '[^]\\b]\\y' }],
    ['\\x41b', '', { ...PLAIN, source: '\\u0041b' }],
    ['\\\\b', '', { ...PLAIN, source: '\\\\b' }],
    ['#[(?#]', '', { ...PLAIN, source: '#[(?#]' }],
    ['a\\#[#]', 'x', { ...PLAIN, source: 'a\\#[#]', extended: true }],
    ['a{1,100}', '', { ...PLAIN, source: 'a{1,100}' }],
  ])('%s with options "%s"', (expression, options, pattern) => {
    expect(readPattern(expression, options)).toEqual(pattern);
  });

  it.each([
    ['a'.repeat(QUERY_LIMITS.patternLength + 1), ''],
    ['(a)\\1', ''],
    ['a{101}', ''],
    ['a{1,5000}', ''],
    ['a', 'g'],
    // Parsed as a bracket expression, it would hide the backreference.
    ['((x+)+)(?#[)\\2$', ''],
    ['((x+)+)#[\n\\2$', 'x'],
    ['(?x)a # why', ''],
  ])('refuses %s with options "%s"', (expression, options) => {
    expect(() => readPattern(expression, options)).toThrow(expect.objectContaining({ kind: 'invalid' }));
  });
});
