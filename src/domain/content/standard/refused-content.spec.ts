import { thrownBy } from '../../../../test/fixtures/rejection';
import { seeded } from '../../../../test/fixtures/seeded';
import { cpuTimeOf } from '../../../../test/measure/cpu-time';
import { InvalidError } from '../../errors';
import { FormProblemsError } from '../form-problem';
import { standardiseContent, StandardiseContext } from './standardise-content';

const standard = (raw: unknown, context: Partial<StandardiseContext> = {}) =>
  standardiseContent(raw, { assetType: 'survey', random: seeded(), ...context });

function problemsOf(raw: unknown, context: Partial<StandardiseContext> = {}): string {
  const error = thrownBy(() => standard(raw, context));
  expect(error).toBeInstanceOf(FormProblemsError);
  return (error as FormProblemsError).message;
}

function fieldsOf(raw: unknown): unknown {
  const error = thrownBy(() => standard(raw));
  expect(error).toBeInstanceOf(InvalidError);
  return (error as InvalidError).fields?.content;
}

describe('invalid content', () => {
  it('reports every problem with its location', () => {
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
  it('limits the number and length of messages', () => {
    const survey = Array.from({ length: 5000 }, () => ({ type: 'x'.repeat(10_000) }));
    const lines = problemsOf({ survey }).split('\n');
    expect(lines).toHaveLength(201);
    expect(lines.at(-1)).toBe('survey: and 4800 more problems; fix these first.');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(400);
    expect(fieldsOf({ ['k'.repeat(10_000)]: 'a\u0000' })).toEqual([
      expect.stringMatching(/^….{200,}NUL character; remove it\.$/),
    ]);
  });

  it('requires XML names of files, unique in each group, but not of clients', () => {
    const raw = {
      survey: [
        { type: 'text', name: 'a b' },
        { type: 'begin group', name: 'g' },
        { type: 'text', name: 'twice' },
        { type: 'text', name: 'twice' },
        { type: 'end group', name: 'g' },
        { type: 'text', name: 'twice' },
        { type: 'text', name: 'g' },
      ],
    };
    expect(() => standard(raw)).not.toThrow();
    expect(problemsOf(raw, { fromFile: true }).split('\n')).toEqual([
      'survey, row 2, column name: Invalid node name: a b. Use letters, digits and "_", and begin with a letter or "_".',
      'survey, row 5, column name: Duplicate node name: twice. Row 4 has it already; give each row its own name.',
      'survey, row 8, column name: Duplicate node name: g. Row 3 has it already; give each row its own name.',
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
      'NUL in a row with a name',
      {
        survey: [
          { type: 'text', name: 'age', label: ['b', 'a\u0000'] },
          { type: 'text', $autoname: 'sex', '\u0000': '\u0000' },
        ],
        choices: [{ list_name: 'l', name: 'y', label: '\u0000' }],
      },
      [
        'survey[0].label[1] of "age" holds a NUL character; remove it.',
        'survey[1] of "sex" has a key that holds a NUL character; remove it.',
        'survey[1].\u0000 of "sex" holds a NUL character; remove it.',
        'choices[0].label of "y" holds a NUL character; remove it.',
      ],
    ],
    ['a lone surrogate', { x: ['\ud800'] }, ['x[0] holds a lone surrogate; send well-formed Unicode text.']],
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
  ])('rejects %s with a message on the field', (_name, raw, messages) => {
    expect(fieldsOf(raw)).toEqual(messages);
  });

  it('rejects deeply nested JSON without a stack overflow', () => {
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
  ])('rejects too many languages in %s at low cost', async (_name, raw) => {
    const rows = Array.from({ length: 20_000 }, () => ({ type: 'text', label: 'x' }));
    const flood = { ...raw, survey: [...('survey' in raw ? raw.survey : []), ...rows] };
    const taken = await cpuTimeOf(() => {
      expect(problemsOf(flood)).toContain('at most 200 are possible');
    });
    expect(taken).toBeLessThan(1500);
  });
});
