import fc from '../../../test/fixtures/fast-check';
import { parseAnswers, parseLossless, readTypedNumber, wholeNumberOf } from './lossless-json';

describe('parseLossless', () => {
  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['-12345678901234567890', '-12345678901234567890'],
    ['9007199254740993', '9007199254740993'],
    ['9007199254740992', 9007199254740992],
    ['100000000000000000000000', '100000000000000000000000'],
    ['0.00000012', '0.00000012'],
    ['1e5', 1e5],
    ['1234567890123456781', '1234567890123456781'],
    ['0.1', 0.1],
    ['0.12345678901234567', '0.12345678901234567'],
    ['1e400', '1e400'],
    ['-1e400', '-1e400'],
    ['1e-400', '1e-400'],
    ['1.5e300', 1.5e300],
    ['0.0000000000000000000', 0],
    ['1.50', 1.5],
  ])('reads %s', (text, value) => {
    expect(parseLossless(text)).toBe(value);
    expect(parseLossless(`{"a":[${text},{"b":${text}}]}`)).toEqual({ a: [value, { b: value }] });
  });

  it('leaves texts alone', () => {
    const value = {
      '12345678901234567890': '12345678901234567890',
      'a"9007199254740993': '\\"9007199254740993',
    };
    expect(parseLossless(JSON.stringify(value))).toEqual(value);
  });

  it.each([
    '012345678901234567890',
    '1234567890123456789x',
    '-',
    '[12345678901234567890',
    '1.',
    '"1e400',
    '{12345678901234567890:1}',
    '{12345678901234567890 : 1}',
  ])('refuses %s as JSON.parse does', (text) => {
    expect(() => parseLossless(text)).toThrow(SyntaxError);
  });

  it('reads a number of a million digits with zeros inside', () => {
    const number = `1${'0'.repeat(1_000_000)}1`;
    expect(parseLossless(`[${number}]`)).toEqual([number]);
  });

  it('equals JSON.parse for doubles and texts', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseLossless(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('keeps the digits of any whole number', () => {
    fc.assert(
      fc.property(fc.bigInt(), (number) => {
        const read = parseLossless(`[${number}]`) as [string | number];
        expect(BigInt(read[0])).toBe(number);
      }),
    );
  });
});

it.each([
  ['1.50', '1.50'],
  ['-1.0E-4', '-1.0E-4'],
  ['1e-4', '1e-4'],
  ['0.0000001', '0.0000001'],
  ['12345678901234567890', '12345678901234567890'],
  ['1e400', '1e400'],
  ['5.0', '5.0'],
  ['1E5', '1E5'],
  ['0.0', '0.0'],
  ['-0', '-0'],
  ['5', 5],
  ['1.5', 1.5],
])('parseAnswers reads %s', (text, value) => {
  const json = `{"a":[${text},{"b":${text}}],"1.50":"1.50"}`;
  const answers = { a: [value, { b: value }], '1.50': '1.50' };
  expect(parseAnswers(json, [])).toEqual(answers);
  expect(parseAnswers(`{"p":{"data":${json},"query":1.50}}`, ['p', 'data'])).toEqual({
    p: { data: answers, query: 1.5 },
  });
});

it('parseAnswers leaves values without the path alone', () => {
  for (const json of ['{"p":[1.50]}', '{"p":null,"q":1.50}', '[1.50]', '1.50'])
    expect(parseAnswers(json, ['p', 'data'])).toEqual(JSON.parse(json));
});

it.each([
  ['12.5', 12.5],
  [' 18 ', 18],
  ['007', 7],
  ['1234567890123456789', '1234567890123456789'],
  ['+1234567890123456789', '1234567890123456789'],
  ['-01234567890123456789', '-1234567890123456789'],
  ['1234567890123456789.', '1234567890123456789'],
  ['0.12345678901234567', '0.12345678901234567'],
  ['', undefined],
  [' ', undefined],
  ['12 years', undefined],
  ['1e400', undefined],
])('readTypedNumber reads %j', (text, number) => {
  expect(readTypedNumber(text)).toBe(number);
});

it.each([
  ['1234567890123456789', 1234567890123456789n],
  ['-1234567890123456789.00', -1234567890123456789n],
  ['1.234567890123456789e18', 1234567890123456789n],
  ['1234567890123456789.5', undefined],
  ['1e400', undefined],
])('wholeNumberOf reads %s', (text, number) => {
  expect(wholeNumberOf(text)).toBe(number);
});
