import { standardiseContent } from '../content/standard/standardise-content';
import { compileXForm } from './compile-xform';

type Row = Readonly<Record<string, string>>;

const CHOICES = [{ list_name: 'yn', name: 'yes', label: 'Yes' }];
const warningsOf = (rows: readonly Row[], { settings = {}, isProject = true } = {}): readonly string[] => {
  const survey = [{ type: 'text', name: 't' }, ...rows].map((row) => ({ label: 'Q', ...row }));
  const source = { survey, choices: CHOICES, external_choices: CHOICES, settings };
  const content = standardiseContent(source, { assetType: 'survey', random: () => 0.5 });
  return compileXForm(content, { formId: 'f', ...(isProject && { kobo: {} }) }).warnings;
};
const one = (row: Row): readonly string[] => warningsOf([{ type: 'text', name: 'q', ...row }]);

describe('warnings of what the web form does not do', () => {
  it.each([
    'background-audio',
    'audit',
    'osm',
    'barcode',
    'phonenumber',
    'email',
    'simserial',
    'subscriberid',
  ])('name the type %s', (type) => {
    const warnings = one({ type, name: type === 'audit' ? 'audit' : 'q' });
    expect(warnings).toEqual([expect.stringMatching(/^survey, row 3, column type: The web form /)]);
  });

  it('name external choices', () => {
    const warnings = one({ type: 'select_one_external yn', choice_filter: 'name = ${t}' });
    expect(warnings).toEqual([expect.stringMatching(/external_choices: the answer is typed/)]);
  });

  it.each([
    ['date', 'ethiopian', /Gregorian/],
    ['decimal', 'bearing', /typed/],
    ['text', 'printer:org.example(a = 1)', /print/],
    ['text', "w2 ex:org.example(text='a b')", /other app/],
    ['text', 'url', /link/],
    ['integer', 'counter', /count/],
    ['range', 'picker', /slider/],
    ['select_one yn', 'quick', /stays/],
    ['select_multiple yn', 'map', /select_one only/],
    ['select_one yn', "search('file')", /does not search/],
    ['image', 'selfie', /main camera/],
    ['image', 'new', /made before/],
    ['select_one yn', 'horizontal', /columns-pack/],
    ['select_one yn', 'compact-2', /columns-2/],
  ])('name the appearance of a %s with %s', (type, appearance, message) => {
    const warnings = one({ type, appearance });
    expect(warnings).toEqual([expect.stringMatching(message)]);
    expect(warnings[0]).toMatch(/^survey, row 3, column appearance: The web form /);
  });

  it.each([
    ['calculation', "concat('a', version())", 'version'],
    ['relevant', "property ('deviceid') != ''", 'property'],
    ['constraint', 'not(intersects(.))', 'intersects'],
  ])('name a function in %s', (column, expression, name) => {
    expect(one({ [column]: expression })).toEqual([
      `survey, row 3, column ${column}: The web form has no function "${name}": it stops where that is computed.`,
    ]);
  });

  it('name encryption', () => {
    expect(warningsOf([], { settings: { public_key: 'MIIB' } })).toEqual([
      expect.stringMatching(/^settings, row 2, column public_key: .*does not encrypt/),
    ]);
  });

  it('are one for all rows of a kind', () => {
    const rows = Array.from({ length: 14 }, (_, n) => ({ type: 'barcode', name: `q${n}` }));
    expect(warningsOf(rows)).toEqual([
      'survey, row 3, column type: The web form scans no barcodes: they are typed. The same in rows 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 3 more.',
    ]);
  });

  it.each<Row>([
    { type: 'select_one yn', appearance: 'map' },
    { type: 'select_one yn', appearance: 'image-map' },
    { type: 'image', appearance: 'signature' },
    { type: 'date', appearance: 'month-year w1' },
    { type: 'text', calculation: "'version()'" },
    { type: 'text', calculation: 'count-selected(${t}) + position(..)' },
    { type: 'start-geopoint' },
    { type: 'deviceid' },
    { type: 'integer', appearance: 'thousands-sep' },
  ])('leave out what works: %j', (row) => {
    expect(one(row)).toEqual([]);
  });

  it('are left out of conversions for other servers', () => {
    expect(warningsOf([{ type: 'barcode', name: 'q' }], { isProject: false })).toEqual([]);
  });
});
