import { type EdmType, edmJson, isEdmDate, readTimestamp, zoneOf } from './edm-value';

describe('edmJson', () => {
  it.each<[EdmType, string, string]>([
    ['Edm.Int64', '5', '5'],
    ['Edm.Int64', '+007', '7'],
    ['Edm.Int64', '-0', '0'],
    ['Edm.Int64', '9007199254740993', '9007199254740993'],
    ['Edm.Int64', '-9223372036854775808', '-9223372036854775808'],
    ['Edm.Int64', '9223372036854775808', 'null'],
    ['Edm.Int64', '5.0', '5'],
    ['Edm.Int64', '-7.', '-7'],
    ['Edm.Int64', '5.5', 'null'],
    ['Edm.Int64', 'many', 'null'],
    ['Edm.Int64', '', 'null'],
    ['Edm.Double', '1.50', '1.5'],
    ['Edm.Double', '.5', '0.5'],
    ['Edm.Double', '1e5', '100000'],
    ['Edm.Double', '1e400', 'null'],
    ['Edm.Double', 'NaN', 'null'],
    ['Edm.Double', '1,5', 'null'],
    ['Edm.Date', '2024-02-29', '"2024-02-29"'],
    ['Edm.Date', '2023-02-29', 'null'],
    ['Edm.Date', '2100-02-29', 'null'],
    ['Edm.Date', '2000-02-29', '"2000-02-29"'],
    ['Edm.Date', '2024-04-31', 'null'],
    ['Edm.Date', '0000-01-01', 'null'],
    ['Edm.Date', 'yesterday', 'null'],
    ['Edm.DateTimeOffset', '2026-05-01T12:00:00.123+03:00', '"2026-05-01T12:00:00.123+03:00"'],
    ['Edm.DateTimeOffset', '2026-05-01T12:00:00Z', '"2026-05-01T12:00:00Z"'],
    ['Edm.DateTimeOffset', '2026-05-01T12:00:00', '"2026-05-01T12:00:00Z"'],
    ['Edm.DateTimeOffset', '2026-05-01T12:00', '"2026-05-01T12:00:00Z"'],
    ['Edm.DateTimeOffset', '2026-05-01T12:00:00.5-04', '"2026-05-01T12:00:00.5-04:00"'],
    ['Edm.DateTimeOffset', '2026-05-01T12:00-0430', '"2026-05-01T12:00:00-04:30"'],
    ['Edm.DateTimeOffset', '2026-05-01T12:00:00.1234567Z', '"2026-05-01T12:00:00.123456Z"'],
    ['Edm.DateTimeOffset', '2026-05-01', 'null'],
    ['Edm.DateTimeOffset', '2026-05-01T24:00:00Z', 'null'],
    ['Edm.DateTimeOffset', '2026-05-01T12:00:00+14:01', 'null'],
    ['Edm.String', 'say "hi"', '"say \\"hi\\""'],
  ])('%s %j is %s', (type, text, json) => {
    expect(edmJson(type, text)).toBe(json);
  });
});

it('puts a timestamp without a zone into the given one', () => {
  expect(edmJson('Edm.DateTimeOffset', '2026-03-01T09:12:00', '+03:00')).toBe('"2026-03-01T09:12:00+03:00"');
  expect(edmJson('Edm.DateTimeOffset', '2026-03-01T09:12:00Z', '+03:00')).toBe('"2026-03-01T09:12:00Z"');
});

it.each([
  ['2026-05-01T12:00:00.000+03', '+03:00'],
  ['2026-05-01T12:00-0430', '-04:30'],
  ['2026-05-01T12:00:00Z', 'Z'],
  ['2026-05-01T12:00:00', undefined],
  ['noon', undefined],
])('finds the zone of %s: %s', (text, zone) => {
  expect(zoneOf(text)).toBe(zone);
});

it('parses timestamps to the microsecond', () => {
  expect(readTimestamp('1970-01-01T00:00:00.000001Z')).toBe(1n);
  expect(readTimestamp('1969-12-31T23:59:59.5Z')).toBe(-500_000n);
  expect(readTimestamp('2026-05-01T12:00:00')).toBeUndefined();
  expect(readTimestamp('2026-05-01T12:00:00+03:00')).toBe(readTimestamp('2026-05-01T09:00:00Z'));
});

it('accepts valid calendar dates only', () => {
  for (let day = Date.UTC(1999, 0, 1); day < Date.UTC(2005, 0, 1); day += 86_400_000) {
    expect(isEdmDate(new Date(day).toISOString().slice(0, 10))).toBe(true);
  }
  for (const month of ['02-30', '04-31', '06-31', '09-31', '11-31', '13-01', '00-10', '01-00', '01-32']) {
    expect(isEdmDate(`2004-${month}`)).toBe(false);
  }
});
