import { hasPattern } from './mongo-expression';
import { patternFilter, readPattern, QUERY_LIMITS } from './operand';

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

describe('patternFilter', () => {
  const FIELD = 'mimetype';
  const search = (text: string, at: string, ignoreCase = false) => ({
    kind: 'search',
    field: FIELD,
    text,
    at,
    ignoreCase,
  });

  it.each([
    ['^image/', '', search('image/', 'start')],
    ['^image\\/', '', search('image/', 'start')],
    ['\\.jpg$', '', search('.jpg', 'end')],
    ['^jpg$', '', search('jpg', 'whole')],
    ['wells', 'i', search('wells', 'anywhere', true)],
    ['(?i)wells', 's', search('wells', 'anywhere', true)],
    ['', '', search('', 'anywhere')],
    ['100%_', '', search('100%_', 'anywhere')],
    ['a\\\\b', '', search('a\\b', 'anywhere')],
  ])('is a text search for %s with options "%s"', (expression, options, filter) => {
    expect(patternFilter(FIELD, expression, options)).toEqual(filter);
    expect(hasPattern(patternFilter(FIELD, expression, options))).toBe(false);
  });

  it.each([
    ['^image/(png|jpeg)$', ''],
    ['ima.e', ''],
    ['\\bwell', ''],
    ['\\x41', ''],
    ['[a]', ''],
    ['a$b', ''],
    ['a^', ''],
    ['a+', ''],
    ['a{2}', ''],
    ['^a', 'm'],
    ['a b', 'x'],
  ])('stays a regular expression for %s with options "%s"', (expression, options) => {
    const pattern = readPattern(expression, options);
    expect(patternFilter(FIELD, expression, options)).toEqual({ kind: 'matches', field: FIELD, pattern });
  });
});
