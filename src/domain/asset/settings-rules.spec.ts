import { patchSettings, newAssetSettings } from './settings-rules';

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
