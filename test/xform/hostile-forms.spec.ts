import { Content, SurveyRow } from '../../src/domain/content/content';
import { FormProblemsError } from '../../src/domain/content/form-problem';
import { CompileOptions } from '../../src/domain/xform/compile-options';
import { compileXForm } from '../../src/domain/xform/compile-xform';
import { cpuTimeOf } from '../measure/cpu-time';

const text = (name: string, cells: Partial<SurveyRow> = {}): SurveyRow => ({
  type: 'text',
  name,
  label: ['L'],
  ...cells,
});
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const form = (survey: SurveyRow[], rest: Partial<Content> = {}): Content => ({
  schema: '1',
  translations: [null],
  translated: ['label'],
  survey,
  settings: {},
  ...rest,
});

/** Small forms that take long with an algorithm that is not linear; each takes well under a second on two slow cores. */
const FORMS: [string, () => Content, CompileOptions?][] = [
  ['one name on every row, renamed', () => form(many(20_000, () => text('q'))), { duplicates: 'rename' }],
  ['one name on every row, refused', () => form(many(20_000, () => text('q')))],
  [
    'many references to a name that stands in many groups',
    () =>
      form([
        ...many(5_000, (index) => [
          { type: 'begin_group', name: `g${index}` },
          text('q'),
          { type: 'end_group' },
        ]).flat(),
        ...many(5_000, (index) => text(`c${index}`, { relevant: '${q}' })),
      ]),
  ],
  ['begin rows only', () => form(many(20_000, (index) => ({ type: 'begin_repeat', name: `r${index}` })))],
  [
    'repeats nested up to the depth limit',
    () =>
      form([
        ...many(60, (index): SurveyRow => ({ type: 'begin_repeat', name: `r${index}`, label: ['L'] })),
        ...many(500, (index) => text(`q${index}`, { relevant: '${q0}' })),
        ...many(60, (): SurveyRow => ({ type: 'end_repeat' })),
      ]),
  ],
  ['parentheses that never close', () => form([text('a', { relevant: '('.repeat(100_000) })])],
  ['alternating quotes of both kinds', () => form([text('a', { relevant: `'"`.repeat(100_000) })])],
  ['an expression of references', () => form([text('a', { relevant: '${a}+'.repeat(100_000) + '1' })])],
  ['a label of look-ups', () => form([text('a', { label: ["instance('a')/[".repeat(50_000)] })])],
  [
    'parameters of white space',
    () => form([{ ...text('a'), type: 'range', parameters: '\t\n'.repeat(100_000) + 'x' }]),
  ],
  [
    'a file name of dots',
    () => form([{ ...text('a'), type: 'select_one_from_file', file: 'a.'.repeat(100_000) }]),
  ],
  [
    'select_multiples that share a list of bad names',
    () =>
      form(
        many(3_000, (index) => ({
          ...text(`q${index}`),
          type: 'select_multiple',
          select_from_list_name: 'l',
        })),
        { choices: many(3_000, (index) => ({ list_name: 'l', name: `c ${index}`, label: ['C'] })) },
      ),
  ],
  [
    'ranges that share a list of bad tick labels',
    () =>
      form(
        many(3_000, (index) => ({ ...text(`q${index}`), type: 'range', parameters: 'tick_labelset=l' })),
        { choices: many(3_000, (index) => ({ list_name: 'l', name: `c${index}`, label: ['C'] })) },
      ),
  ],
];

describe('hostile forms', () => {
  it.each(FORMS.map(([name, ...rest]) => [name, rest] as const))('%s', async (_, [make, options]) => {
    const content = make();
    const elapsedMs = await cpuTimeOf(() => {
      try {
        compileXForm(content, options);
      } catch (error) {
        expect(error).toBeInstanceOf(FormProblemsError);
      }
    });
    expect(elapsedMs).toBeLessThan(5_000);
  });
});
