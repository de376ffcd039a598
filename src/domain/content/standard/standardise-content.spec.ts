import * as fc from 'fast-check';
import { processorTimeOf } from '../../../../test/measure/processor-time';
import { InvalidError } from '../../errors';
import { Content } from '../content';
import { FormProblemsError } from '../form-problem';
import { standardiseContent, StandardiseContext, takeFormTitle } from './standardise-content';

/** A seeded source of numbers, so that keys are the same in every run. */
function seeded(seed = 1): () => number {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

function standard(loose: unknown, context: Partial<StandardiseContext> = {}): Content {
  return standardiseContent(loose, { assetType: 'survey', random: seeded(), ...context });
}

function problemsOf(loose: unknown, context: Partial<StandardiseContext> = {}): string {
  try {
    standard(loose, context);
    return '';
  } catch (error) {
    if (error instanceof FormProblemsError) return error.message;
    throw error;
  }
}

function fieldsOf(loose: unknown): unknown {
  try {
    return standard(loose);
  } catch (error) {
    if (error instanceof InvalidError) return error.fields?.content ?? error.message;
    throw error;
  }
}

/** Rows without their keys, names and paths. */
function bare(rows: readonly object[] | undefined): object[] {
  return (rows ?? []).map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith('$'))),
  );
}

describe('standardiseContent', () => {
  it.each([[undefined], [null], [''], [{}]])('makes empty content of %p', (loose) => {
    expect(standard(loose)).toEqual({
      schema: '1',
      survey: [],
      settings: {},
      translations: [null],
      translated: [],
    });
  });

  it('does what the contract describes for a whole form', () => {
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
      expect(row.$kuid).toMatch(/^[a-z][a-z0-9]{8}$/);
  });

  it('keeps keys that rows have', () => {
    expect(standard({ survey: [{ type: 'text', name: 'a', $kuid: 'mine' }] }).survey[0]?.$kuid).toBe('mine');
  });

  it('never touches what it was given', () => {
    const loose = {
      survey: [{ type: 'string', hint: 'h', label: ['x'], $prev: 1 }],
      settings: [{ title: 'x' }],
    };
    const before = structuredClone(loose);
    standard(loose);
    expect(loose).toEqual(before);
  });

  it.each<[string, object, object[]]>([
    ['yes/no words become booleans', { required: 'FALSE' }, [{ type: 'text', required: false }]],
    ['an expression stays', { required: '${a} > 1' }, [{ type: 'text', required: '${a} > 1' }]],
    ['empty cells go', { relevant: '', note: '', x: null, name: null }, [{ type: 'text' }]],
    [
      'numbers in names and labels become text',
      { name: 5, label: 7 },
      [{ type: 'text', name: '5', label: ['7'] }],
    ],
    [
      'tags and hxl become one list',
      { hxl: '#adm1 +code', tags: 'b a' },
      [{ type: 'text', tags: ['b', 'a', 'hxl:#adm1', 'hxl:+code'] }],
    ],
    [
      'a list shorter than the languages is filled up',
      { label: ['a'], 'hint::fr': 'h' },
      [{ type: 'text', label: ['a', null], hint: [null, 'h'] }],
    ],
    [
      'an untranslated message stays text',
      { constraint_message: 'no' },
      [{ type: 'text', constraint_message: 'no' }],
    ],
    [
      'a translated message is a list',
      { 'constraint_message::fr': 'non' },
      [{ type: 'text', constraint_message: ['non'] }],
    ],
    ['a column named like a method is a column', { constructor: 'x' }, [{ type: 'text', constructor: 'x' }]],
    ['an empty bind goes', { bind: {} }, [{ type: 'text' }]],
  ])('%s', (_name, row, expected) => {
    expect(
      bare(
        standard({
          translations: 'label' in row && Array.isArray(row.label) ? [null] : undefined,
          survey: [{ type: 'text', ...row }],
        }).survey,
      ),
    ).toEqual(expected);
  });

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

    it('moves it to the front of everything', () => {
      const content = standard({
        survey,
        choices: [{ list_name: 'l', 'label::fr': 'x' }],
        settings: { default_language: 'fr' },
      });
      expect(content.translations).toEqual(['fr', 'en']);
      expect(content.survey[0]?.label).toEqual(['F', 'E']);
      expect(content.choices?.[0]?.label).toEqual(['x', null]);
    });

    it('takes a plain hint as being in it', () => {
      const content = standard({
        survey: [{ ...survey[0], hint: 'h' }],
        settings: { default_language: 'fr' },
      });
      expect(content.translations).toEqual(['fr', 'en']);
      expect(content.survey[0]?.hint).toEqual(['h', null]);
    });

    it('leaves plain texts together when the form names no language', () => {
      const content = standard({
        survey: [{ type: 'text', label: 'l', hint: 'h' }],
        settings: { default_language: 'fr' },
      });
      expect(content).toMatchObject({ translations: [null], survey: [{ label: ['l'], hint: ['h'] }] });
    });

    it('refuses one that the form does not have, and lists those it has', () => {
      expect(problemsOf({ survey, settings: { default_language: 'sw' } })).toBe(
        'settings, column default_language: the default language "sw" is not among the form\'s translations: en, fr.',
      );
    });
  });

  it('puts stored translations back when the payload names none', () => {
    const stored = standard({ survey: [{ type: 'text', 'label::en': 'E', 'label::fr': 'F' }] });
    const content = standard(
      { survey: [{ type: 'text', label: ['a', 'b'] }] },
      { storedLanguages: stored.translations },
    );
    expect(content).toMatchObject({ translations: ['en', 'fr'], survey: [{ label: ['a', 'b'] }] });
  });

  it('takes content that says schema 1 as expanded, and makes its lists whole', () => {
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

  it('reports every problem at once, each with its place', () => {
    expect(
      problemsOf({
        survey: [
          { type: 'nonsense', name: 'a' },
          { type: 5 },
          { type: 'text', relevant: 'a', relevance: 'b' },
          { type: 'text', label: { x: 1 } },
        ],
        choices: [{ list_name: 'l', name: 'a', value: 'b' }],
        settings: { title: 'a', form_title: 'b' },
      }).split('\n'),
    ).toEqual([
      'survey, row 2, column type: unknown type "nonsense": use a type that XLSForm knows.',
      'survey, row 3, column type: write the type as text.',
      'survey, row 4, column relevance: two columns mean "relevant" and differ here; keep one of them.',
      'survey, row 5, column label: write text, or a list with one text per translation.',
      'choices, row 2, column value: two columns mean "name" and differ here; keep one of them.',
      'settings, column form_title: two columns mean "form_title" and differ; keep one of them.',
    ]);
  });

  it('keeps types that are none when it is told to (decision 30)', () => {
    const survey = [
      { type: 'nonsense', name: 'a' },
      { type: 'select_one two words', name: 'b' },
    ];
    const kept = standard({ survey }, { keepsUnknownTypes: true });
    expect(bare(kept.survey)).toEqual(survey);
    expect(standard(kept, { keepsUnknownTypes: true })).toEqual(kept);
  });

  it('reports what a person can read, however much is wrong and however long', () => {
    const survey = Array.from({ length: 5000 }, () => ({ type: 'x'.repeat(10_000) }));
    const lines = problemsOf({ survey }).split('\n');
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe('survey: and 4800 more problems; mend these first.');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(400);
    expect(fieldsOf({ ['k'.repeat(10_000)]: 'a\u0000' })).toEqual([
      expect.stringMatching(/^….{200,}NUL character; remove it\.$/),
    ]);
  });

  it('holds a file, and not a client, to XML names used once', () => {
    const loose = {
      survey: [
        { type: 'text', name: 'a b' },
        { type: 'begin group', name: 'g' },
        { type: 'text', name: 'twice' },
        { type: 'end group', name: 'g' },
        { type: 'text', name: 'twice' },
      ],
    };
    expect(problemsOf(loose)).toBe('');
    expect(problemsOf(loose, { fromFile: true }).split('\n')).toEqual([
      'survey, row 2, column name: Invalid node name: a b. Use letters, digits and "_", and begin with a letter or "_".',
      'survey, row 6, column name: Duplicate node name: twice. Row 4 has it already; give each row its own name.',
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['text', 'hello', ['Unable to parse JSON']],
    ['a list', [], ['Unable to parse JSON']],
    ['a number', 5, ['Unable to parse JSON']],
    ['a survey that is no list', { survey: {} }, ['survey: send a list of rows.']],
    [
      'rows that are no objects',
      { survey: [1, null, []] },
      [0, 1, 2].map((i) => `survey[${i}]: send an object, one key per column.`),
    ],
    ['choices that are text', { choices: 'x' }, ['choices: send a list of rows.']],
    ['settings that are text', { settings: 'x' }, ['settings: send an object, or a list of objects.']],
    [
      'translations that are no names',
      { translations: [1] },
      ['translations: send a list of language names.'],
    ],
    ['a language named twice', { translations: ['a', 'a'] }, ['translations: name each language once.']],
    [
      'NUL',
      { survey: [{ type: 'text', label: 'a\u0000' }] },
      ['survey[0].label holds a NUL character; remove it.'],
    ],
    [
      'half a pair',
      { x: ['\ud800'] },
      ['x[0] holds half of a surrogate pair; send well-formed Unicode text.'],
    ],
    ['an infinite number', JSON.parse('{"x": 1e400}'), ['x is too large a number.']],
    [
      'a polluting key',
      JSON.parse('{"survey": [{"__proto__": {"a": 1}}]}'),
      ['survey[0] has a key that is named __proto__; choose another name.'],
    ],
    [
      'a polluting header',
      { survey: [{ '__proto__::fr': 'x' }] },
      ['survey[0] has a key that is named __proto__; choose another name.'],
    ],
  ])('refuses %s with a sentence on the field', (_name, loose, sentences) => {
    expect(fieldsOf(loose)).toEqual(sentences);
  });

  it('refuses JSON nested without end, without running out of stack', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(fieldsOf({ survey: [{ type: 'text', deep }] })).toEqual([
      expect.stringContaining('nested more than 32 levels'),
    ]);
  });

  it.each([
    [
      'headers',
      { survey: [Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`label::l${i}`, 'x']))] },
    ],
    ['names', { schema: '1', translations: Array.from({ length: 50_000 }, (_, i) => `l${i}`) }],
  ])('refuses a flood of languages in %s before it costs anything', async (_name, loose) => {
    const rows = Array.from({ length: 20_000 }, () => ({ type: 'text', label: 'x' }));
    const flood = { ...loose, survey: [...('survey' in loose ? loose.survey : []), ...rows] };
    const taken = await processorTimeOf(() => {
      expect(problemsOf(flood)).toContain('at most 200 are possible');
    });
    expect(taken).toBeLessThan(1500);
  });

  it('takes time in proportion to the rows', async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => ({
      type: 'select_one l',
      'label::en': `Question ${i % 10}`,
    }));
    const taken = await processorTimeOf(() => {
      expect(standard({ survey: rows }).survey).toHaveLength(50_000);
    });
    expect(taken).toBeLessThan(4000);
  });

  it('never crashes on JSON of any kind, and changes nothing when run twice', () => {
    const columns = [
      'type',
      'name',
      'label',
      'label::fr',
      'hint',
      'image',
      'required',
      'tags',
      'hxl',
      'relevant',
      '$kuid',
      'list_name',
      'kobo–x',
    ];
    const cell = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          'text',
          'select_one a',
          'begin group',
          'end group',
          'start',
          'yes',
          'x',
          '',
          'Ä b',
        ),
      },
      fc.jsonValue({ maxDepth: 2 }),
    );
    const row = fc.dictionary(fc.constantFrom(...columns), cell, { noNullPrototype: true });
    const rows = fc.oneof({ weight: 9, arbitrary: fc.array(row) }, fc.jsonValue({ maxDepth: 2 }));
    const loose = fc.record(
      { survey: rows, choices: rows, settings: rows, schema: fc.constantFrom('1', undefined) },
      { requiredKeys: ['survey'] },
    );
    let good = 0;
    fc.assert(
      fc.property(loose, (value) => {
        let once: Content;
        try {
          once = standard(value);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidError);
          return;
        }
        good += 1;
        expect(standard(once)).toEqual(once);
        // Also when the marker of standard form is lost on the way.
        if (value.schema !== '1') expect(standard({ ...once, schema: undefined })).toEqual(once);
      }),
      { numRuns: 500 },
    );
    expect(good).toBeGreaterThan(20);
  });
});

describe('takeFormTitle', () => {
  it('takes the title out of the settings, as one line', () => {
    const content = standard({ settings: { form_title: 'A\n\tB', style: 'pages' } });
    expect(takeFormTitle(content)).toMatchObject({ title: 'AB', content: { settings: { style: 'pages' } } });
    expect(takeFormTitle(content).content.settings).not.toHaveProperty('form_title');
    expect(content.settings.form_title).toBe('A\n\tB');
  });

  it('has none to take', () => {
    expect(takeFormTitle(standard({})).title).toBeUndefined();
  });
});
