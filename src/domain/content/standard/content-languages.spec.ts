import { seeded } from '../../../../test/fixtures/seeded';
import { standardiseContent, StandardiseContext } from './standardise-content';

const standard = (raw: unknown, context: Partial<StandardiseContext> = {}) =>
  standardiseContent(raw, { assetType: 'survey', random: seeded(), ...context });

describe('languages of content in standard form', () => {
  it.each([
    ['a plain column beside one with a language', [{ label: 'a', 'label::fr': 'b' }], [null, 'fr']],
    ['an empty plain column of its own', [{ 'label::fr': 'b', hint: '' }], ['fr']],
    ['an empty plain column beside its translation', [{ label: '', 'label::fr': 'b' }], [null, 'fr']],
    ['an empty language', [{ 'label::en': 'a', 'label::fr': '' }], ['en', 'fr']],
    ['languages in the order of columns', [{ 'label::b': 'x', 'hint::a': 'y' }], ['b', 'a']],
    ['media only', [{ image: 'x.png' }], [null]],
    ['no text at all', [{}], [null]],
  ])('finds the translations of %s', (_name, columns, expected) => {
    expect(
      standard({ survey: columns.map((row) => ({ type: 'text', name: 'q', ...row })) }).translations,
    ).toEqual(expected);
  });

  describe('with a default language', () => {
    const survey = [{ type: 'text', 'label::en': 'E', 'label::fr': 'F' }];

    it('moves it to the front of all lists', () => {
      const content = standard({
        survey,
        choices: [{ list_name: 'l', 'label::fr': 'x' }],
        settings: { default_language: 'fr' },
      });
      expect(content.translations).toEqual(['fr', 'en']);
      expect(content.survey[0]?.label).toEqual(['F', 'E']);
      expect(content.choices?.[0]?.label).toEqual(['x', null]);
    });

    it('assigns a plain hint to it', () => {
      const content = standard({
        survey: [{ ...survey[0], hint: 'h' }],
        settings: { default_language: 'fr' },
      });
      expect(content.translations).toEqual(['fr', 'en']);
      expect(content.survey[0]?.hint).toEqual(['h', null]);
    });

    it('finds it below a header with capitals', () => {
      const content = standard({
        survey: [{ ...survey[0], hint: 'h' }],
        settings: { 'Default Language': 'fr' },
      });
      expect(content.survey[0]?.hint).toEqual(['h', null]);
    });

    it('keeps plain texts in one column if the form names no language', () => {
      const content = standard({
        survey: [{ type: 'text', label: 'l', hint: 'h' }],
        settings: { default_language: 'fr' },
      });
      expect(content).toMatchObject({ translations: [null], survey: [{ label: ['l'], hint: ['h'] }] });
    });

    it('keeps the order of languages with one that the form does not have', () => {
      expect(standard({ survey, settings: { default_language: 'sw' } })).toMatchObject({
        translations: ['en', 'fr'],
        settings: { default_language: 'sw' },
      });
    });
  });

  it.each(['type', 'name'])('reads the column %s with a language as the plain one', (column) => {
    const { [column]: cell, ...others } = { type: 'text', name: 'q', label: 'Q' } as Record<string, string>;
    expect(standard({ survey: [{ ...others, [`${column}::fr`]: cell }] })).toMatchObject({
      translations: [null],
      survey: [{ type: 'text', name: 'q' }],
    });
  });

  it('uses the stored translations if the payload has none', () => {
    const stored = standard({ survey: [{ type: 'text', 'label::en': 'E', 'label::fr': 'F' }] });
    const content = standard(
      { survey: [{ type: 'text', label: ['a', 'b'] }] },
      { storedLanguages: stored.translations },
    );
    expect(content).toMatchObject({ translations: ['en', 'fr'], survey: [{ label: ['a', 'b'] }] });
  });
});
