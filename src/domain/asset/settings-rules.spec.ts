import {
  patchSettings,
  newAssetSettings,
  countryChoices,
  SECTOR_CHOICES,
  completeReportStyles,
  formatTagString,
  parseTagString,
  tagUid,
} from './settings-rules';
import type { Content } from '../content/content';

const EMPTY = { country: [], country_codes: [], sector: {}, description: '', organization: '' };

describe('newAssetSettings', () => {
  it.each(['block', 'question'] as const)('stores no settings for a new %s', (type) => {
    expect(newAssetSettings(type, { description: 'x' })).toEqual({});
  });

  it('stores the settings of a template as sent', () => {
    expect(newAssetSettings('template', { description: 'x' })).toEqual({ description: 'x' });
  });

  it.each([
    ['nothing', {}, EMPTY],
    ['text', { country: 'Kenya', sector: 'Health' }, { ...EMPTY, country: 'Kenya', sector: 'Health' }],
    [
      'objects with codes',
      { country: [{ label: 'France', value: 'FRA' }, { label: 'x' }], country_codes: ['made up'] },
      { ...EMPTY, country: [{ label: 'France', value: 'FRA' }, { label: 'x' }], country_codes: ['FRA'] },
    ],
    [
      'one country object',
      { country: { label: 'Kenya', value: 'KEN' } },
      { ...EMPTY, country: [{ label: 'Kenya', value: 'KEN' }], country_codes: ['KEN'] },
    ],
    ['numbers as sector and country', { sector: 5, country: 7 }, EMPTY],
    ['a list as sector', { sector: ['Health'], country: [] }, EMPTY],
    ['a number as description', { description: 5 }, EMPTY],
    ['unknown keys', { mysetting: 'value' }, { ...EMPTY, mysetting: 'value' }],
    ['text as extra_metadata', { extra_metadata: 'x' }, { ...EMPTY, extra_metadata: {} }],
  ])('completes a survey given %s', (_name, given, expected) => {
    expect(newAssetSettings('survey', given)).toEqual(expected);
  });
});

it('takes settings of a moved asset at any size', () => {
  const description = 'x'.repeat(100_000);
  expect(newAssetSettings('survey', { description })).toMatchObject({ description });
});

describe('patchSettings', () => {
  const stored = { ...EMPTY, description: 'old', mine: { a: 1 } };

  it('merges shallowly', () => {
    expect(patchSettings('survey', stored, { mine: { b: 2 } })).toEqual({ ...stored, mine: { b: 2 } });
  });

  it('keeps the settings for an empty object and resets them for null', () => {
    expect(patchSettings('survey', stored, {})).toEqual(stored);
    expect(patchSettings('survey', stored, null)).toEqual(EMPTY);
  });
});

describe('setting choices', () => {
  it('list each country once, with its English name', () => {
    expect(countryChoices()).toContainEqual({ value: 'FRA', label: 'France' });
    expect(countryChoices()).toContainEqual({ value: 'COD', label: 'Congo - Kinshasa' });
    expect(countryChoices()).toHaveLength(249);
    for (const key of ['value', 'label'] as const) {
      expect(new Set(countryChoices().map((each) => each[key])).size).toBe(249);
    }
    expect(
      countryChoices().filter(({ value, label }) => !/^[A-Z]{3}$/.test(value) || label.length < 4),
    ).toEqual([]);
  });

  it('list each sector once', () => {
    expect(new Set(SECTOR_CHOICES.map(({ value }) => value)).size).toBe(SECTOR_CHOICES.length);
    expect(SECTOR_CHOICES).toContainEqual({ value: 'Health', label: 'Health' });
  });
});

const content = {
  survey: [
    { type: 'begin_group', name: 'g', $kuid: 'k1', $autoname: 'g' },
    { type: 'text', $kuid: 'k2', $autoname: 'What' },
    { type: 'end_group', $kuid: 'k3' },
    { type: 'end', name: 'end', $kuid: 'k4', $autoname: 'end' },
  ],
} as unknown as Content;

describe('completeReportStyles', () => {
  it('has an entry per row, keyed by name or else by $kuid', () => {
    expect(completeReportStyles({}, content)).toEqual({
      default: {},
      specified: { g: {}, k2: {}, k3: {}, end: {} },
      kuid_names: { g: 'k1', k2: 'k2', k3: 'k3', end: 'k4' },
    });
  });

  it('keeps the styles of existing rows and unknown keys', () => {
    const given = { default: { a: 1 }, specified: { k2: { b: 2 }, gone: { c: 3 } }, mine: true };
    expect(completeReportStyles(given, content)).toMatchObject({
      default: { a: 1 },
      specified: { g: {}, k2: { b: 2 }, k3: {}, end: {} },
      mine: true,
    });
  });

  it('replaces styles that are not an object', () => {
    expect(completeReportStyles({ specified: 'x' }, content).specified).toMatchObject({ g: {} });
  });
});

describe('tag strings', () => {
  it.each([
    ['', []],
    ['health,2024', ['health', '2024']],
    ['one,two three,  four ', ['one', 'two three', '  four']],
    [' water and  soil , health,,health, ', ['water and  soil ', ' health', 'health']],
  ])('parses %j as %j', (text, tags) => {
    expect(parseTagString(text)).toEqual(tags);
  });

  it('joins with one comma', () => {
    expect(formatTagString(['a', 'b'])).toBe('a,b');
  });
});

describe('tagUid', () => {
  it('is deterministic and differs between names', () => {
    expect(tagUid('water')).toMatch(/^t[2-9A-HJ-NP-Za-km-z]{21}$/);
    expect(tagUid('water')).toBe(tagUid('water'));
    expect(new Set(['water', 'Water', 'water ', ''].map(tagUid)).size).toBe(4);
  });
});
