import { InvalidError, UnsupportedError } from '../errors';
import { QUERY_LIMITS } from '../query/operand';
import type { EdmType, ODataField } from './edm-value';
import { readFilter } from './filter-grammar';

const TYPES: Readonly<Record<string, EdmType>> = {
  age: 'Edm.Int64',
  depth: 'Edm.Double',
  name: 'Edm.String',
  dug: 'Edm.Date',
  seen: 'Edm.DateTimeOffset',
};

const field = (name: string): ODataField => ({
  source: 'answer',
  of: 'submission',
  paths: [name],
  type: TYPES[name]!,
});

const read = (text: string) =>
  readFilter(text, (name) => {
    if (TYPES[name] === undefined) throw new InvalidError(`no property ${name}`);
    return field(name);
  });

const eq = (name: string, value: string | number | bigint) =>
  ({ kind: 'compare', field: field(name), relation: 'eq', value }) as const;
const search = (name: string, text: string, at: string, ignoreCase: boolean) => ({
  kind: 'search',
  field: field(name),
  text,
  at,
  ignoreCase,
});
const negated = (of: object) => ({ kind: 'not', of });
const exists = (name: string) => ({ kind: 'exists', field: field(name) });
const NOTHING = { kind: 'or', of: [] };
const computed = (by: string, type: string, ...operands: object[]) => ({
  source: 'computed',
  function: by,
  operands,
  type,
});
const constant = (type: string, value: unknown) => ({ source: 'constant', type, value });
const holds = (by: string, ...operands: object[]) => ({
  ...eq('', true as never),
  field: computed(by, 'Edm.Boolean', ...operands),
});
const derived = (by: string, name: string, type: EdmType, value: string | bigint) => ({
  ...eq(name, value),
  field: computed(by, type, field(name)),
});

describe('readFilter', () => {
  it.each<[string, object]>([
    ['age eq 5', eq('age', 5n)],
    ['5 lt age', { ...eq('age', 5n), relation: 'gt' }],
    ['age ge -5', { ...eq('age', -5n), relation: 'gte' }],
    ['age eq 9223372036854775807', eq('age', 9223372036854775807n)],
    ['depth le 2.5', { ...eq('depth', 2.5), relation: 'lte' }],
    ['depth gt 1e3', { ...eq('depth', 1000), relation: 'gt' }],
    ["name eq 'O''Neil'", eq('name', "O'Neil")],
    ["name eq 'a and (b'", eq('name', 'a and (b')],
    ['dug lt 2024-02-29', { ...eq('dug', '2024-02-29'), relation: 'lt' }],
    ['seen eq 1970-01-01T00:00:01Z', eq('seen', 1_000_000n)],
    ['seen eq 1970-01-01T03:00:00.000001+03:00', eq('seen', 1n)],
    ['seen eq 1970-01-01T03:00:00 03:00', eq('seen', 0n)],
    ['seen eq 1970-01-01T00:01Z', eq('seen', 60_000_000n)],
    ['age eq null', negated(exists('age'))],
    ['age ne null', negated(negated(exists('age')))],
    ['age gt null', NOTHING],
    ['age ne 5', negated(eq('age', 5n))],
    ['not (age eq 5)', negated(eq('age', 5n))],
    ["not contains(name,'a')", negated(search('name', 'a', 'anywhere', false))],
    ["startswith(name,'%')", search('name', '%', 'start', false)],
    ["endswith(tolower(name), 'a')", search('name', 'a', 'end', true)],
    ["contains(toupper(name),toupper('a'))", search('name', 'A', 'anywhere', true)],
    ["contains(tolower(name),'A')", NOTHING],
    ["tolower(name) ne 'a'", negated(search('name', 'a', 'whole', true))],
    ["contains(name,'a') eq true", search('name', 'a', 'anywhere', false)],
    ["contains(name,'a') ne true", negated(search('name', 'a', 'anywhere', false))],
    ["name in ('a','b')", { kind: 'in', field: field('name'), values: ['a', 'b'] }],
    [
      'age in (1,null)',
      { kind: 'or', of: [{ kind: 'in', field: field('age'), values: [1n] }, negated(exists('age'))] },
    ],
    ['year(dug) eq 2026', derived('year', 'dug', 'Edm.Int64', 2026n)],
    ['5 gt month(seen)', { ...derived('month', 'seen', 'Edm.Int64', 5n), relation: 'lt' }],
    ['date(seen) eq 2026-05-01', derived('date', 'seen', 'Edm.Date', '2026-05-01')],
    ['length(name) ge 3', { ...derived('length', 'name', 'Edm.Int64', 3n), relation: 'gte' }],
    ["trim(name) eq 'a'", derived('trim', 'name', 'Edm.String', 'a')],
    [
      "contains(tolower(trim(name)),'a')",
      { ...search('name', 'a', 'anywhere', true), field: derived('trim', 'name', 'Edm.String', '').field },
    ],
    [
      'age add 2 mul 3 gt 5',
      {
        kind: 'compare',
        relation: 'gt',
        value: 5n,
        field: computed(
          'add',
          'Edm.Int64',
          field('age'),
          computed('mul', 'Edm.Int64', constant('Edm.Int64', 2n), constant('Edm.Int64', 3n)),
        ),
      },
    ],
    ['age lt depth', holds('lt', field('age'), field('depth'))],
    ['age ne depth', negated(holds('eq', field('age'), field('depth')))],
    ['seen lt now()', holds('lt', field('seen'), computed('now', 'Edm.DateTimeOffset'))],
    [
      'time(seen) lt 12:30',
      { ...derived('time', 'seen', 'Edm.TimeOfDay' as EdmType, 45_000_000_000n), relation: 'lt' },
    ],
    ["contains('abc',name)", holds('contains', constant('Edm.String', 'abc'), field('name'))],
    [
      "tolower(name) gt 'a'",
      holds('gt', computed('tolower', 'Edm.String', field('name')), constant('Edm.String', 'a')),
    ],
    ['true', { kind: 'and', of: [] }],
    ['false', NOTHING],
    [
      'age eq 1 or age eq 2 and age eq 3',
      { kind: 'or', of: [eq('age', 1n), { kind: 'and', of: [eq('age', 2n), eq('age', 3n)] }] },
    ],
    [
      '(age eq 1 or age eq 2) and age eq 3',
      { kind: 'and', of: [{ kind: 'or', of: [eq('age', 1n), eq('age', 2n)] }, eq('age', 3n)] },
    ],
    // Nested as spreadsheets do.
    [
      '(((age eq 1) or (age eq 2)) or (age eq 3))',
      { kind: 'or', of: [eq('age', 1n), eq('age', 2n), eq('age', 3n)] },
    ],
  ])('%s', (text, filter) => {
    expect(read(text)).toEqual(filter);
  });

  it.each([
    ['', /its end/],
    ['age', /a value in place of a condition/],
    ['age eq', /its end/],
    ['age eq 5 5', /syntax error/],
    ['age eq 5)', /syntax error at \)/],
    ['(age eq 5', /\) is missing/],
    ['age = 5', /character 5/],
    ["name eq 'a", /character 9/],
    ["age eq '5'", /Edm\.Int64 with a text/],
    ['name eq 5', /Edm\.String with a number/],
    ['dug eq 2023-02-29', /not a number, date or time/],
    ['seen eq 2026-05-01', /Edm\.DateTimeOffset with a date/],
    ['age eq 5x', /not a number/],
    ['nothing eq 5', /no property nothing/],
    ["nothing(name,'a')", /Unknown function/],
    ["contains(age,'a')", /requires a text property and a text/],
    ['tolower(age) eq 5', /tolower requires a value of type text/],
    ['age in ()', /syntax error/],
    ['hour(dug) eq 5', /requires a value of type timestamp/],
    ['year(name) eq 5', /requires a value of type date or timestamp/],
    ['year(dug)', /a value in place of a condition/],
    ["year(dug) eq '2026'", /Edm\.Int64 with a text/],
    ['now(age) lt seen', /now requires no value/],
    ["concat(name) eq 'a'", /concat requires a value of type text and text/],
    ['age add name eq 5', /add requires a value of type number and number/],
    ['age add null eq 5', /cannot be calculated with/],
    ['age eq name', /compares a number with a text/],
    ["length('a') eq 'a'", /Edm.Int64 with a text/],
    ['(age eq 5) add 1 eq 2', /a condition in place of a value/],
    ['not age eq 5', /a value in place of a condition/],
  ])('refuses %s', (text, message) => {
    const act = (): unknown => read(text);
    expect(act).toThrow(InvalidError);
    expect(act).toThrow(message);
  });

  it.each([
    'visit/any(v:v/minutes gt 5)',
    'cast(age,Edm.String) eq 5',
    "name has 'a'",
    '(age eq 1) eq (age eq 2)',
  ])('does not support %s', (text) => {
    expect(() => read(text)).toThrow(UnsupportedError);
  });

  it('limits length, depth and conditions', () => {
    const { conditions, textLength } = QUERY_LIMITS;
    const nested = (depth: number): string => `${'('.repeat(depth)}age eq 1${')'.repeat(depth)}`;
    const many = (count: number): string => Array.from({ length: count }, () => 'age eq 1').join(' or ');
    expect(read(nested(conditions))).toEqual(eq('age', 1n));
    expect(() => read(nested(conditions + 1))).toThrow(/nested more than/);
    expect(read(many(conditions))).toMatchObject({ kind: 'or', of: { length: conditions } });
    expect(() => read(many(conditions + 1))).toThrow(/more than 200 conditions and calculations/);
    expect(() => read(' '.repeat(textLength + 1))).toThrow(/at most 20000 characters/);
  });
});
