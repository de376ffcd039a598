import type { Choice, Content, SurveyRow } from '../content/content';
import { compareForms, consequenceOf } from './form-comparison';

function form(survey: SurveyRow[], choices: Choice[] = []): Content {
  return { schema: '1', translations: [null], translated: ['label'], survey, choices, settings: {} };
}

const choice = (name: string, label = name): Choice => ({ list_name: 'l', name, label: [label] });
const select: SurveyRow = { type: 'select_one', name: 's', select_from_list_name: 'l', label: ['S?'] };

describe('compareForms', () => {
  const text = (name: string, more: Partial<SurveyRow> = {}): SurveyRow => ({ type: 'text', name, ...more });
  const group = (name: string, ...rows: SurveyRow[]): SurveyRow[] => [
    { type: 'begin_group', name },
    ...rows,
    { type: 'end_group' },
  ];
  const repeat = (name: string, ...rows: SurveyRow[]): SurveyRow[] => [
    { type: 'begin_repeat', name },
    ...rows,
    { type: 'end_repeat' },
  ];

  it('finds nothing in equal forms', () => {
    const content = form([text('a', { required: false }), select], [choice('x')]);
    const same = form([text('a'), select], [choice('x')]);
    expect(compareForms(content, same)).toEqual({ added: [], removed: [], changed: [] });
  });

  it('finds added and removed questions', () => {
    const { added, removed, changed } = compareForms(
      form([text('a'), text('b')]),
      form([text('b'), text('c')]),
    );
    expect([added, removed].map((each) => each.map(({ path }) => path))).toEqual([['c'], ['a']]);
    expect(changed).toEqual([]);
  });

  it.each<[string, SurveyRow[], SurveyRow[], object[]]>([
    [
      'a renamed question by its id',
      [text('a', { $kuid: 'k' })],
      [text('b', { $kuid: 'k' })],
      [{ what: 'path', from: 'a', to: 'b' }],
    ],
    [
      'a moved question by its name',
      [text('a', { $kuid: 'k1' })],
      group('g', text('a', { $kuid: 'k2' })),
      [{ what: 'path', from: 'a', to: 'g/a' }],
    ],
    [
      'a question moved into a repeat',
      [text('a')],
      repeat('r', text('a')),
      [{ what: 'repeat', from: 'a', to: 'r/a' }],
    ],
    [
      'a new type',
      [text('a')],
      [{ type: 'integer', name: 'a' }],
      [{ what: 'type', from: 'text', to: 'integer' }],
    ],
    [
      'changed logic',
      [text('a', { relevant: '${b} = 1' })],
      [text('a', { required: true })],
      [{ what: 'logic', columns: ['relevant', 'required'] }],
    ],
    ['changed texts', [text('a', { label: ['A'] })], [text('a', { label: ['B'] })], [{ what: 'texts' }]],
    ['a changed hint', [text('a', { hint: ['A'] })], [text('a', { hint: ['B'] })], [{ what: 'texts' }]],
  ])('finds %s', (_, before, after, differences) => {
    const comparison = compareForms(form(before), form(after));
    expect(comparison.changed.map((each) => each.differences)).toEqual([differences]);
    expect([comparison.added, comparison.removed]).toEqual([[], []]);
  });

  it('prefers the path over the id: two questions that swapped names are not moved', () => {
    const before = form([text('a', { $kuid: '1' }), text('b', { $kuid: '2' })]);
    const after = form([text('b', { $kuid: '1' }), text('a', { $kuid: '2' })]);
    expect(compareForms(before, after).changed).toEqual([]);
  });

  it('does not guess between two questions of the same name', () => {
    const before = form([...group('g', text('a')), ...group('h', text('a'))]);
    const { added, removed, changed } = compareForms(before, form(group('i', text('a'))));
    expect([added.length, removed.length, changed.length]).toEqual([1, 2, 0]);
  });

  it('finds added and removed choices', () => {
    const before = form([select], [choice('x'), choice('y')]);
    const after = form([select], [choice('y'), choice('z')]);
    const [changed] = compareForms(before, after).changed;
    expect(changed?.differences).toEqual([
      { what: 'choices-removed', names: ['x'] },
      { what: 'choices-added', names: ['z'] },
    ]);
  });

  it('finds changed labels of choices', () => {
    const before = form([select], [choice('x')]);
    const [changed] = compareForms(before, form([select], [choice('x', 'X!')])).changed;
    expect(changed?.differences).toEqual([{ what: 'texts' }]);
  });
});

describe('consequenceOf', () => {
  it.each([
    ['removed', /are kept/],
    ['added', /no answer/],
    ['logic', /new and edited submissions only/],
    ['texts', /not affected/],
  ] as const)('explains %s', (what, sentence) => {
    expect(consequenceOf({ what, columns: [] })).toMatch(sentence);
  });
});
