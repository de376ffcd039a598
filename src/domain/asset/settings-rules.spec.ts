import { patchSettings, settingsOfNewAsset } from './settings-rules';

const EMPTY = { country: [], country_codes: [], sector: {}, description: '', organization: '' };

describe('settingsOfNewAsset', () => {
  it.each(['block', 'question'] as const)('saves nothing for a new %s', (type) => {
    expect(settingsOfNewAsset(type, { description: 'x' })).toEqual({});
  });

  it('keeps a template as it was sent', () => {
    expect(settingsOfNewAsset('template', { description: 'x' })).toEqual({ description: 'x' });
  });

  it.each([
    ['nothing', {}, EMPTY],
    [
      'text, which stays text',
      { country: 'Kenya', sector: 'Health' },
      { ...EMPTY, country: 'Kenya', sector: 'Health' },
    ],
    [
      'objects, from which the codes are taken',
      { country: [{ label: 'France', value: 'FRA' }, { label: 'x' }], country_codes: ['made up'] },
      { ...EMPTY, country: [{ label: 'France', value: 'FRA' }, { label: 'x' }], country_codes: ['FRA'] },
    ],
    [
      'one country as an object',
      { country: { label: 'Kenya', value: 'KEN' } },
      { ...EMPTY, country: [{ label: 'Kenya', value: 'KEN' }], country_codes: ['KEN'] },
    ],
    ['what names no sector and no country', { sector: 5, country: 7 }, EMPTY],
    ['a list in the place of a sector', { sector: ['Health'], country: [] }, EMPTY],
    ['a description that is no text', { description: 5 }, EMPTY],
    ['unknown keys, which stay', { mysetting: 'value' }, { ...EMPTY, mysetting: 'value' }],
    ['extra_metadata that is no object', { extra_metadata: 'x' }, { ...EMPTY, extra_metadata: {} }],
  ])('completes a survey given %s', (_name, given, expected) => {
    expect(settingsOfNewAsset('survey', given)).toEqual(expected);
  });
});

describe('patchSettings', () => {
  const stored = { ...EMPTY, description: 'old', mine: { a: 1 } };

  it('merges key by key, not deeper', () => {
    expect(patchSettings('survey', stored, { mine: { b: 2 } })).toEqual({ ...stored, mine: { b: 2 } });
  });

  it('changes nothing for an empty object and starts over for null', () => {
    expect(patchSettings('survey', stored, {})).toEqual(stored);
    expect(patchSettings('survey', stored, null)).toEqual(EMPTY);
  });
});
