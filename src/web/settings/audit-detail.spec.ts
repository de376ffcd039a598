import { auditDetails } from './audit-detail';

/** Lines of the details, with the markup removed and entities kept. */
const linesOf = (metadata: Record<string, unknown>): string[] =>
  [...auditDetails(metadata).text.matchAll(/<li>([^]*?)<\/li>/g)].map(([, line]) =>
    line!
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );

const choice = (value: string, label: string) => ({ value, label });

describe('auditDetails', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ name: { old: 'Wells', new: '' } }, ['Name: Wells → none']],
    [{ active: { old: true, new: false } }, ['Active: yes → no']],
    [{ tags: { old: [], new: ['a', 'b'] } }, ['Tags: none → a, b']],
    [
      {
        settings: {
          sector: { old: null, new: choice('Health', 'Health and care') },
          country: { old: [], new: [choice('FRA', 'France'), choice('KEN', 'Kenya')] },
          country_codes: { old: [], new: ['FRA', 'KEN'] },
        },
      },
      ['Sector: none → Health and care', 'Countries: none → France, Kenya'],
    ],
    [
      { permissions: { username: 'ann', added: ['view_asset', 'partial_submissions'], removed: [] } },
      ['Person: ann', 'Added: See the form, Some submissions'],
    ],
    [
      {
        permissions: {
          username: 'AnonymousUser',
          added: [],
          removed: [],
          filters: { old: null, new: { view_submissions: [{ _submitted_by: 'ben' }] } },
        },
      },
      ['Person: everyone', 'Limits: none → Of some submissions: view (sent by ben)'],
    ],
    [
      { hook: { uid: 'h1', active: true, endpoint: 'https://a.example/' } },
      ['Address: https://a.example/', 'Active: yes'],
    ],
    [
      { 'paired-data': { fields: [], filename: 'cities.xml', source_uid: 'a1', source_name: 'Cities' } },
      ['Project: Cities', 'File: cities.xml', 'Questions: all'],
    ],
    [{ 'asset-file': { uid: 'f1', filename: 'wells.csv' } }, ['File: wells.csv']],
    [
      { change: 'validation_status', submission_ids: [1, 2] },
      ['What changed: validation status', 'Submissions: 1, 2'],
    ],
    [
      {
        validation_status: 'validation_status_not_approved',
        former_validation_statuses: { none: [1], validation_status_on_hold: [2, 3] },
      },
      ['Status: Not Approved', 'Status before, no status: 1', 'Status before, on hold: 2, 3'],
    ],
    [{ validation_status: 'none' }, ['Status: No status']],
    [
      { restored_validation_statuses: { none: [1], validation_status_approved: [2] } },
      ['Status set back, no status: 1', 'Status set back, approved: 2'],
    ],
    [
      { changed: ['map_styles', 'tags'], too_large_to_keep: true },
      ['Changed: map styles, tags', 'Values too large to keep: yes'],
    ],
    [
      { map_styles: { old: {}, new: { colorSet: 'a', querylimit: 7 } } },
      ['Map styles: none → color set: a, querylimit: 7'],
    ],
    [{ log_subtype: 'project', project_owner: 'ann', content_hash: { old: 'a', new: 'b' } }, []],
    [{}, []],
  ])('shows %j in words', (metadata, lines) => {
    expect(linesOf(metadata)).toEqual(lines);
  });

  it.each([
    ['some_new-keyName', 'Some new key name'],
    ['__proto__', 'Proto'],
    ['', 'Unnamed'],
    ['_', 'Unnamed'],
    ['constructor', 'Constructor'],
  ])('names the unknown key %j in readable form', (key, label) => {
    expect(linesOf(JSON.parse(`{"${key}": "x"}`) as Record<string, unknown>)).toEqual([`${label}: x`]);
  });

  it('puts the name of an unknown object before those of its members', () => {
    expect(linesOf({ new_part: { first: { old: 1, new: 2 }, second: { third: 'x' } } })).toEqual([
      'New part, first: 1 → 2',
      'New part, second, third: x',
    ]);
  });

  it('keeps hostile keys and values text', () => {
    const hostile = '"><img src=x onerror=alert(1)>';
    const values = [
      { [hostile]: hostile },
      { name: { old: hostile, new: [hostile] } },
      { permissions: { username: hostile, added: [hostile], filters: { old: { [hostile]: 1 }, new: null } } },
      { permissions: { filters: { old: null, new: { view_submissions: [{ _submitted_by: hostile }] } } } },
      { settings: { sector: { old: null, new: choice(hostile, hostile) } } },
      { deep: { deep: { deep: { deep: { deep: { [hostile]: [[hostile]] } } } } } },
    ];
    for (const value of values) {
      const { text } = auditDetails(value);
      expect(text).toContain('&lt;img');
      expect(text).not.toContain('<img');
    }
  });

  it('shows a partial grant that pages cannot put into words as its conditions', () => {
    const grants = { view_submissions: [{ $and: [{ age: { $mod: [2, 1] } }] }] };
    expect(linesOf({ permissions: { filters: { old: null, new: grants } } })[0]).toContain('$mod');
  });

  it('limits long texts, lists and objects', () => {
    const numbers = Array.from({ length: 500 }, (_, index) => index);
    expect(linesOf({ submission_ids: numbers })[0]).toMatch(/, 19 and 480 more$/);
    expect(linesOf({ name: 'x'.repeat(5000) })[0]).toHaveLength('Name: '.length + 201);
    const wide = Object.fromEntries(numbers.map((number) => [`key_${number}`, number]));
    expect(linesOf(wide)).toHaveLength(31);
    expect(linesOf(wide).at(-1)).toBe('470 more');
  });
});
