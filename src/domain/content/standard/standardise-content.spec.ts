import fc from '../../../../test/fixtures/fast-check';
import { seeded } from '../../../../test/fixtures/seeded';
import { cpuTimeOf } from '../../../../test/measure/cpu-time';
import { InvalidError } from '../../errors';
import { Content } from '../content';
import { standardiseContent, StandardiseContext, takeFormTitle } from './standardise-content';

const standard = (raw: unknown, context: Partial<StandardiseContext> = {}) =>
  standardiseContent(raw, { assetType: 'survey', random: seeded(), ...context });

/** Rows without their keys, names and paths. */
function bare(rows: readonly object[] | undefined): object[] {
  return (rows ?? []).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith('$'))),
  );
}

describe('standardiseContent', () => {
  it.each([[undefined], [null], [''], [{}]])('makes empty content of %p', (raw) => {
    expect(standard(raw)).toEqual({
      schema: '1',
      survey: [],
      settings: {},
      translations: [null],
      translated: [],
    });
  });

  it('standardises a whole form as in the contract', () => {
    const content = standard({
      survey: [
        {
          type: 'text',
          name: 'first',
          'label::English (en)': 'First',
          'label::Français (fr)': 'Premier',
          required: 'yes',
        },
        { type: 'begin group', name: 'g', 'label::English (en)': 'G', appearance: '' },
        {
          type: 'select_one yn or_other',
          Label: 'Plain',
          hint: '',
          relevance: "${first} != ''",
          image: 'a.png',
        },
        { type: 'end group', name: 'g' },
        { type: 'start', name: 'start' },
        { name: 'comment without a type' },
      ],
      choices: [
        { 'list name': 'yn', value: 'y', 'label::English (en)': 'Yes' },
        { list_name: 'yn', 'label::English (en)': 'No idea' },
        { name: 'lost' },
      ],
      settings: [{ title: 'T', form_id: 'f', 'kobo–lock_all': 'YES' }],
      external: [{ a: 1 }],
    });
    expect(content).toMatchObject({
      schema: '1',
      translations: ['English (en)', 'Français (fr)', null],
      translated: ['label', 'media::image'],
      settings: { form_title: 'T', id_string: 'f', 'kobo--lock_all': true },
      external: [{ a: 1 }],
    });
    expect(bare(content.survey)).toEqual([
      { type: 'start', name: 'start' },
      { type: 'text', name: 'first', label: ['First', 'Premier', null], required: true },
      { type: 'begin_group', name: 'g', label: ['G', null, null] },
      {
        type: 'select_one',
        select_from_list_name: 'yn',
        _or_other: true,
        label: [null, null, 'Plain'],
        relevant: "${first} != ''",
        'media::image': [null, null, 'a.png'],
      },
      { type: 'end_group', name: 'g' },
    ]);
    expect(content.survey.map((row) => [row.$autoname, row.$xpath])).toEqual([
      ['start', 'start'],
      ['first', 'first'],
      ['g', 'g'],
      ['Plain', 'g/Plain'],
      [undefined, undefined],
    ]);
    expect(content.choices?.map((choice) => [choice.name, choice.$autovalue, choice.label])).toEqual([
      ['y', 'y', ['Yes', null, null]],
      [undefined, 'No_idea', ['No idea', null, null]],
    ]);
    for (const row of [...content.survey, ...(content.choices ?? [])])
      expect(row.$kuid).toMatch(/^[A-Za-z][A-Za-z0-9]{8}$/);
  });

  it('keeps existing $kuids', () => {
    expect(standard({ survey: [{ type: 'text', name: 'a', $kuid: 'mine' }] }).survey[0]?.$kuid).toBe('mine');
  });

  it('does not modify its input', () => {
    const raw = {
      survey: [{ type: 'string', hint: 'h', label: ['x'], $prev: 1 }],
      settings: [{ title: 'x' }],
    };
    const before = structuredClone(raw);
    standard(raw);
    expect(raw).toEqual(before);
  });

  it.each<[string, object, object]>([
    ['yes/no words become booleans', { required: 'FALSE' }, { required: false }],
    ['an expression stays', { required: '${a} > 1' }, { required: '${a} > 1' }],
    ['empty cells go', { relevant: '', note: '', x: null, name: null }, {}],
    ['numbers in names and labels become text', { name: 5, label: 7 }, { name: '5', label: ['7'] }],
    [
      'tags and hxl become one list',
      { hxl: '#adm1 +code', tags: 'b a' },
      { tags: ['b', 'a', 'hxl:#adm1', 'hxl:+code'] },
    ],
    [
      'a list shorter than the languages is filled up',
      { label: ['a'], 'hint::fr': 'h' },
      { label: ['a', null], hint: [null, 'h'] },
    ],
    ['an untranslated message stays text', { constraint_message: 'no' }, { constraint_message: 'no' }],
    ['a translated message is a list', { 'constraint_message::fr': 'non' }, { constraint_message: ['non'] }],
    ['a column named like a method is a column', { constructor: 'x' }, { constructor: 'x' }],
    ['an empty bind goes', { bind: {} }, {}],
  ])('%s', (_name, row, expected) => {
    const translations = 'label' in row && Array.isArray(row.label) ? [null] : undefined;
    const { survey } = standard({ translations, survey: [{ type: 'text', ...row }] });
    expect(bare(survey)).toEqual([{ type: 'text', ...expected }]);
  });

  it('accepts content with schema 1 as expanded, and pads its lists', () => {
    const content = standard({
      schema: '1',
      translations: ['en', 'fr'],
      survey: [
        { type: 'made up', label: ['a'], hint: 'h', $prev: 'x', relevant: '' },
        { name: 'no type' },
        { type: 'start' },
      ],
      choices: [{ list_name: 'l', name: 1, label: ['x', 'y'] }],
    });
    expect(content.translated).toEqual(['hint', 'label']);
    expect(bare(content.survey)).toEqual([
      { type: 'made up', label: ['a', null], hint: ['h', null] },
      { type: 'start' },
    ]);
    expect(content.choices?.[0]).toMatchObject({ name: '1', $autovalue: '1' });
  });

  it('removes version rows of earlier deployments, except in the first row', () => {
    const survey = ['__version__', '_version_', 'a', '__version__001', '_version__', 'version'].map(
      (name) => ({ type: 'calculate', name }),
    );
    expect(standard({ survey }).survey.map((row) => row.name)).toEqual(['__version__', 'a', 'version']);
  });

  it('keeps questions named like a version row, for a deployment to refuse', () => {
    const survey = ['a', '__version__'].map((name) => ({ type: 'text', name }));
    expect(standard({ survey }).survey.map((row) => row.name)).toEqual(['a', '__version__']);
  });

  it.each(['block', 'question'] as const)('strips settings and locking profiles from a %s', (assetType) => {
    const content = standard(
      {
        survey: [],
        settings: { style: 'pages' },
        'kobo--locking-profiles': [{ name: 'p', restrictions: [] }],
      },
      { assetType },
    );
    expect(content.settings).toEqual({});
    expect(content).not.toHaveProperty('kobo--locking-profiles');
  });

  it('converts save_to to its attribute', () => {
    const { survey } = standard({ survey: [{ type: 'text', name: 'a', save_to: 'trees#kind' }] });
    expect(bare(survey)).toEqual([{ type: 'text', name: 'a', 'bind::entities:saveto': 'trees#kind' }]);
  });

  it('keeps the position of metadata rows and the version in a plain form', () => {
    const raw = {
      survey: [
        { type: 'text', name: 'a' },
        { type: 'start', name: 's' },
      ],
      settings: { version: '007' },
    };
    const plain = standard(raw, { isPlain: true });
    expect(plain.survey.map(({ type }) => type)).toEqual(['text', 'start']);
    expect(plain.settings.version).toBe('007');
    expect(standard(raw).survey.map(({ type }) => type)).toEqual(['start', 'text']);
  });

  it('keeps unknown types if allowed (decision 16)', () => {
    const survey = [
      { type: 'nonsense', name: 'a' },
      { type: 'select_one two words', name: 'b' },
    ];
    const kept = standard({ survey }, { allowsUnknownTypes: true });
    expect(bare(kept.survey)).toEqual(survey);
    expect(standard(kept, { allowsUnknownTypes: true })).toEqual(kept);
  });

  it('takes linear time in the number of rows', async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => ({
      type: 'select_one l',
      'label::en': `Question ${i % 10}`,
    }));
    const taken = await cpuTimeOf(() => {
      expect(standard({ survey: rows }).survey).toHaveLength(50_000);
    });
    expect(taken).toBeLessThan(4000);
  });

  it('accepts or rejects any JSON, and is idempotent', () => {
    const columns =
      'type name label label::fr hint image required tags hxl relevant $kuid list_name kobo–x'.split(' ');
    const texts = ['text', 'select_one a', 'begin group', 'end group', 'start', 'yes', 'x', '', 'Ä b'];
    const cell = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...texts) }, fc.jsonValue({ maxDepth: 2 }));
    const row = fc.dictionary(fc.constantFrom(...columns), cell, { noNullPrototype: true });
    const rows = fc.oneof({ weight: 9, arbitrary: fc.array(row) }, fc.jsonValue({ maxDepth: 2 }));
    const raw = fc.record(
      { survey: rows, choices: rows, settings: rows, schema: fc.constantFrom('1', undefined) },
      { requiredKeys: ['survey'] },
    );
    let good = 0;
    fc.assert(
      fc.property(raw, (value) => {
        let once: Content;
        try {
          once = standard(value);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidError);
          return;
        }
        good += 1;
        expect(standard(once)).toEqual(once);
        // Also without the marker of standard form.
        if (value.schema !== '1') expect(standard({ ...once, schema: undefined })).toEqual(once);
      }),
      { numRuns: 500 },
    );
    expect(good).toBeGreaterThan(20);
  });
});

describe('takeFormTitle', () => {
  it('removes the title from the settings, as one line', () => {
    const content = standard({ settings: { form_title: 'A\n\tB', style: 'pages' } });
    expect(takeFormTitle(content)).toMatchObject({ title: 'AB', content: { settings: { style: 'pages' } } });
    expect(takeFormTitle(content).content.settings).not.toHaveProperty('form_title');
    expect(content.settings.form_title).toBe('A\n\tB');
  });

  it('returns undefined without a title', () => {
    expect(takeFormTitle(standard({})).title).toBeUndefined();
  });
});
