import { Content, SurveyRow } from './content';
import { summariseContent } from './content-summary';

function contentOf(survey: SurveyRow[], rest: Partial<Content> = {}): Content {
  return { schema: '1', survey, translations: [null], translated: ['label'], settings: {}, ...rest };
}

describe('summariseContent', () => {
  it('has all its keys for an empty survey', () => {
    expect(summariseContent(contentOf([]))).toEqual({
      row_count: 0,
      languages: [],
      default_translation: false,
      geo: false,
      lock_all: false,
      lock_any: false,
      labels: [],
      columns: [],
      name_quality: { ok: 0, bad: 0, good: 0, total: 0, firsts: {} },
    });
  });

  it('lists named languages only', () => {
    const row = { type: 'text', name: 'a', label: ['A', 'Un'] };
    expect(summariseContent(contentOf([row], { translations: [null, 'French (fr)'] }))).toMatchObject({
      languages: ['French (fr)'],
      default_translation: null,
    });
  });

  it('summarises two questions as in the contract', () => {
    const survey = [
      { name: 'name', type: 'text', label: ['Your name?'], required: true, $kuid: 'a' },
      { name: 'where', type: 'text', label: ['Where?'] },
    ];
    expect(summariseContent(contentOf(survey))).toEqual({
      row_count: 2,
      languages: [],
      default_translation: null,
      geo: false,
      lock_all: false,
      lock_any: false,
      labels: ['Your name?', 'Where?'],
      columns: ['name', 'type', 'label', 'required'],
      name_quality: { ok: 0, bad: 0, good: 2, total: 2, firsts: {} },
    });
  });

  it.each(['start', 'end', 'audit', 'note', 'begin_group', 'end_group', 'end_repeat'])(
    'does not count a row of type %s',
    (type) => expect(summariseContent(contentOf([{ type, name: 'x' }])).row_count).toBe(0),
  );

  it.each(['begin_repeat', 'begin_score', 'calculate'])('counts a row of type %s', (type) => {
    expect(summariseContent(contentOf([{ type, name: 'x' }])).row_count).toBe(1);
  });

  it.each([
    ['gps', true],
    ['geopoint', true],
    ['geotrace', true],
    ['geoshape', true],
    ['start-geopoint', false],
    ['text', false],
  ])('with a %s question geo is %s', (type, geo) => {
    expect(summariseContent(contentOf([{ type, name: 'x' }]))).toMatchObject({ geo });
  });

  it('rates names, and reports the first one of each lower rating', () => {
    const survey: SurveyRow[] = [
      { type: 'note', name: 'n' },
      { type: 'text', name: 'good', label: ['A'] },
      { type: 'text', $autoname: 'B', label: ['B'] },
      { type: 'text', name: '_1_2', $autoname: '_1_2' },
      { type: 'text', $autoname: 'C', label: ['C'] },
    ];
    expect(summariseContent(contentOf(survey))).toMatchObject({
      name_quality: {
        ok: 2,
        bad: 1,
        good: 1,
        total: 4,
        firsts: { ok: { name: 'B', index: 2, label: ['B'] }, bad: { name: '_1_2', index: 3, label: null } },
      },
    });
  });

  it('returns five labels of the first language', () => {
    const survey = Array.from({ length: 9 }, (_, i) => ({
      type: 'text',
      label: [i === 1 ? null : `L${i}`, 'x'],
    }));
    const summary = summariseContent(contentOf(survey, { translations: ['English', 'French'] }));
    expect(summary).toMatchObject({ labels: ['L0', 'L2', 'L3', 'L4', 'L5'], default_translation: 'English' });
  });

  it.each<[string, Partial<Content>, SurveyRow, boolean, boolean]>([
    ['nothing', {}, { type: 'text' }, false, false],
    ['the whole form', { settings: { 'kobo--lock_all': true } }, { type: 'text' }, true, true],
    ['a profile of the form', { settings: { 'kobo--locking-profile': 'p' } }, { type: 'text' }, false, true],
    ['a profile of a row', {}, { type: 'text', 'kobo--locking-profile': 'p' }, false, true],
    ['an empty profile', {}, { type: 'text', 'kobo--locking-profile': '' }, false, false],
  ])('locks with %s', (_name, rest, row, all, any) => {
    expect(summariseContent(contentOf([row], rest))).toMatchObject({ lock_all: all, lock_any: any });
  });

  it('has no default translation without texts', () => {
    const content = contentOf([{ type: 'text', name: 'a' }], { translated: [] });
    expect(summariseContent(content)).toMatchObject({ default_translation: false });
  });

  it('has no default translation without translations, and lists naming conflicts', () => {
    const content = contentOf([{ type: 'text', $given_name: 'twice' }], { translations: [] });
    expect(summariseContent(content)).toMatchObject({
      default_translation: false,
      naming_conflicts: ['twice'],
    });
  });
});
