import fc from '../../../test/fixtures/fast-check';
import { compareCodePoints, pythonJson } from './lossless-json';

describe('pythonJson', () => {
  // Expected texts were printed by Python 3: json.dumps(value, sort_keys=True).
  it.each<[string, unknown, string]>([
    ['nothing', null, 'null'],
    ['truth', [true, false], '[true, false]'],
    ['separators', { b: [1, 2], a: {} }, '{"a": {}, "b": [1, 2]}'],
    ['an empty list', [], '[]'],
    ['an absent member', { a: undefined, b: 1 }, '{"b": 1}'],
    ['accents', 'Français', '"Fran\\u00e7ais"'],
    ['a surrogate pair', '😀', '"\\ud83d\\ude00"'],
    ['control characters', '\u0000\u001f\b\f\n\r\t', '"\\u0000\\u001f\\b\\f\\n\\r\\t"'],
    ['quotes and backslashes', '"\\/', '"\\"\\\\/"'],
    ['DEL and line separators', '\u007f\u2028', '"\u007f\\u2028"'],
    ['upper case before lower', { a: 1, B: 2, $kuid: 3, _: 4 }, '{"$kuid": 3, "B": 2, "_": 4, "a": 1}'],
    [
      'keys by code point, not by unit',
      { '\u{1f600}': 1, '\uffff': 2 },
      '{"\\uffff": 2, "\\ud83d\\ude00": 1}',
    ],
    ['whole numbers', [0, -0, 7, -12, 9007199254740991], '[0, 0, 7, -12, 9007199254740991]'],
    ['fractions', [0.1, -1.5, 3.14159], '[0.1, -1.5, 3.14159]'],
    ['small fractions', [0.0001, 0.00012, 0.00001, 1.5e-7], '[0.0001, 0.00012, 1e-05, 1.5e-07]'],
    [
      'large floats',
      [1e16, 1.5e16, 1e21, 1.7976931348623157e308],
      '[1e+16, 1.5e+16, 1e+21, 1.7976931348623157e+308]',
    ],
    ['a float just above the safe integers', [9007199254740994], '[9007199254740994.0]'],
  ])('prints %s as Python does', (_name, value, expected) => {
    expect(pythonJson(value)).toBe(expected);
  });

  it('returns JSON that parses to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(pythonJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('returns printable ASCII for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(pythonJson(text)).toMatch(/^[\x20-\x7f]*$/);
      }),
    );
  });

  it('throws TypeError on values that are not JSON', () => {
    expect(() => pythonJson({ a: () => 1 })).toThrow(TypeError);
  });
});

describe('compareCodePoints', () => {
  it('sorts by code point', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const left = Array.from(a, (c) => c.codePointAt(0) ?? 0);
        const right = Array.from(b, (c) => c.codePointAt(0) ?? 0);
        const at = left.findIndex((point, i) => point !== right[i]);
        const expected = at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(expected));
      }),
    );
  });
});
