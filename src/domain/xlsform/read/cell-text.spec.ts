import { cleanText, isDateFormat, isoDateText, numberText, serialDateText } from './sheet-grid';
import { columnIndex, unescapeOoxml } from './xlsx-reader';

describe('cleanText', () => {
  it.each([
    [' a ', 'a'],
    ['\u00a0a\u00a0b\u00a0', 'a b'],
    ['a\nb\n', 'a\nb'],
    ['a  b', 'a  b'],
  ])('%j -> %j', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});

describe('numberText', () => {
  it.each([
    [1, '1'],
    [-3, '-3'],
    [1e15, '1000000000000000'],
    [1e22, '10000000000000000000000'],
    [0.1 + 0.2, '0.30000000000000004'],
    [0.00001, '1e-05'],
  ])('%d -> %s', (number, expected) => {
    expect(numberText(number)).toBe(expected);
  });

  it.each([
    ['1234567890123456789', '1234567890123456789'],
    ['-1234567890123456789', '-1234567890123456789'],
    ['1234567890123456789.0', '1234567890123456789'],
    ['1234567890123456789.', '1234567890123456789'],
    ['12.0', '12'],
    ['0.10000000000000001', '0.1'],
  ])('keeps the digits of %s', (written, expected) => {
    expect(numberText(Number(written), written)).toBe(expected);
  });
});

describe('serialDateText', () => {
  it.each([
    [0, 1900, '00:00:00'],
    [0.999988425925926, 1900, '23:59:59'],
    [1, 1900, '1900-01-01 00:00:00'],
    [59, 1900, '1900-02-28 00:00:00'],
    [61, 1900, '1900-03-01 00:00:00'],
    [45413.5, 1900, '2024-05-01 12:00:00'],
    [2958465, 1900, '9999-12-31 00:00:00'],
    [2958466, 1900, '2958466'],
    [-1, 1900, '-1'],
    [44662.685057534721, 1900, '2022-04-11 16:26:28.971000'],
    [0.5, 1904, '12:00:00'],
    [43951, 1904, '2024-05-01 00:00:00'],
  ] as const)('%d in the calendar of %i -> %s', (serial, calendar, expected) => {
    expect(serialDateText(serial, calendar)).toBe(expected);
  });
});

describe('isoDateText', () => {
  it.each([
    ['2024-05-01', '2024-05-01 00:00:00'],
    ['2024-05-01T10:20', '2024-05-01 10:20:00'],
    ['2024-05-01T10:20:30.123Z', '2024-05-01 10:20:30'],
    ['yesterday', 'yesterday'],
  ])('%s -> %s', (iso, expected) => {
    expect(isoDateText(iso)).toBe(expected);
  });
});

describe('isDateFormat', () => {
  it.each([
    ['General', false],
    ['0.00', false],
    ['#,##0 "days"', false],
    ['[Red]0', false],
    ['0\\d', false],
    ['@', false],
    ['yyyy-mm-dd', true],
    ['[$-409]d\\ mmm;@', true],
    ['[h]:mm', true],
    ['mm:ss.0', true],
  ])('%s: %s', (format, expected) => {
    expect(isDateFormat(format)).toBe(expected);
  });
});

describe('columnIndex', () => {
  it.each([
    ['A1', 0],
    ['z9', 25],
    ['AA10', 26],
    ['XFD1048576', 16_383],
    ['1', -1],
    ['', -1],
  ])('%s -> %i', (reference, expected) => {
    expect(columnIndex(reference)).toBe(expected);
  });
});

describe('unescapeOoxml', () => {
  it.each([
    ['plain_x', 'plain_x'],
    ['_x000D_', '\r'],
    ['_x005F_x000D_', '_x000D_'],
    ['_xD83D__xDE00_', '😀'],
    ['_x00G0_', '_x00G0_'],
  ])('%s -> %j', (text, expected) => {
    expect(unescapeOoxml(text)).toBe(expected);
  });
});
