import fc from '../../../test/fixtures/fast-check';
import type { Choice, Content, SurveyRow } from '../content/content';
import { mergeVersions, type MergedSection } from './merged-schema';
import { readSections, type FormVersion } from './version-schema';

function version(uid: string, survey: SurveyRow[], choices: Choice[] = []): FormVersion {
  const content: Content = {
    schema: '1',
    translations: [null],
    translated: [],
    survey,
    choices,
    settings: {},
  };
  return { uid, content };
}

const text = (name: string, label?: string): SurveyRow => ({
  type: 'text',
  name,
  ...(label && { label: [label] }),
});
const group = (name: string, ...rows: SurveyRow[]): SurveyRow[] => [
  { type: 'begin_group', name, label: [`Group ${name}`] },
  ...rows,
  { type: 'end_group' },
];
const repeat = (name: string, ...rows: SurveyRow[]): SurveyRow[] => [
  { type: 'begin_repeat', name },
  ...rows,
  { type: 'end_repeat' },
];
const names = (sections: MergedSection[]): Record<string, string[]> =>
  Object.fromEntries(sections.map(({ name, fields }) => [name, fields.map((field) => field.name)]));
const field = (sections: MergedSection[], name: string) =>
  sections.flatMap(({ fields }) => fields).find((each) => each.name === name)!;

describe('mergeVersions', () => {
  it('returns no sections without versions', () => {
    expect(mergeVersions([])).toEqual([]);
  });

  it('keeps one field for a question that moves between groups, with a path per version', () => {
    const merged = mergeVersions([
      version('v1', [text('a'), text('b', 'Old')]),
      version('v2', [...group('g', text('b', 'New')), text('a')]),
    ]);
    expect(names(merged)).toEqual({ '': ['b', 'a'] });
    const b = field(merged, 'b');
    expect([...b.paths].join(' ')).toBe('v2,g/b v1,b');
    expect(b.labels.get(null)).toBe('New');
    expect(b.containers[0]!.labels.get(null)).toBe('Group g');
  });

  it('orders the choices of questions that share a list by its former orders', () => {
    const select = (name: string, list: string, more: Partial<SurveyRow> = {}): SurveyRow => ({
      type: 'select_multiple',
      name,
      select_from_list_name: list,
      ...more,
    });
    const list = (name: string, ...choices: string[]): Choice[] =>
      choices.map((each) => ({ list_name: name, name: each, label: [each] }));
    const merged = mergeVersions([
      version(
        'v1',
        [select('a', 'l', { _or_other: true }), select('b', 'm')],
        [...list('l', 'x', 'y', 'z'), ...list('m', 'w', 'y')],
      ),
      version(
        'v2',
        [select('a', 'l', { _or_other: true }), select('b', 'l'), select('c', 'l')],
        list('l', 'z', 'x'),
      ),
    ]);
    const choicesOf = (name: string): string =>
      field(merged, name)
        .options.map((each) => each.name)
        .join(' ');
    expect(choicesOf('a')).toBe('y x z other');
    expect(choicesOf('b')).toBe('w y x z');
    expect(choicesOf('c')).toBe('x z');
  });

  const pathsOf = (sections: MergedSection[]) =>
    sections
      .flatMap(({ fields }) => fields)
      .map(({ name, paths }) => `${name}: ${[...paths.values()].join(' ')}`);

  it('names questions that share a name by their paths', () => {
    const merged = mergeVersions([
      version('v1', [
        ...group('g', text('x'), ...group('deep', text('x'))),
        ...group('h', text('x'), text('y')),
        ...repeat('r', ...group('g', text('x')), ...group('h', text('x'), text('z'))),
      ]),
    ]);
    expect(names(merged)).toEqual({ '': ['g/x', 'g/deep/x', 'h/x', 'y'], r: ['g/x', 'h/x', 'z'] });
    expect(merged[1]!.fields.map(({ nodeName }) => nodeName)).toEqual(['x', 'x', 'z']);
    expect(pathsOf(merged)).toEqual([
      ...['g/x: g/x', 'g/deep/x: g/deep/x', 'h/x: h/x', 'y: h/y'],
      ...['g/x: r/g/x', 'h/x: r/h/x', 'z: r/h/z'],
    ]);
  });

  it('follows questions that share a name in a repeat that moves', () => {
    const rows = repeat('r', text('x'), ...group('g', text('x')));
    expect(pathsOf(mergeVersions([version('v1', rows), version('v2', group('h', ...rows))]))).toEqual([
      'x: h/r/x r/x',
      'g/x: h/r/g/x r/g/x',
    ]);
  });

  it('follows questions that share a name over versions by their paths', () => {
    const both = [...group('g', text('x')), ...group('h', text('x'))];
    expect(pathsOf(mergeVersions([version('v1', both), version('v2', both)]))).toEqual([
      'g/x: g/x g/x',
      'h/x: h/x h/x',
    ]);
    expect(pathsOf(mergeVersions([version('v1', both), version('v2', group('h', text('x')))]))).toEqual([
      'h/x: h/x h/x',
      'g/x: g/x',
    ]);
    expect(pathsOf(mergeVersions([version('v1', group('g', text('x'))), version('v2', both)]))).toEqual([
      'g/x: g/x g/x',
      'h/x: h/x',
    ]);
    // Moved from an ambiguous place: which of both it was is unknown.
    expect(pathsOf(mergeVersions([version('v1', both), version('v2', group('i', text('x')))]))).toEqual([
      'i/x: i/x',
      'g/x: g/x',
      'h/x: h/x',
    ]);
    expect(
      pathsOf(
        mergeVersions([
          version('v1', both),
          version('v2', group('g', text('x'))),
          version('v3', group('h', text('x'))),
        ]),
      ),
    ).toEqual(['h/x: h/x g/x h/x', 'g/x: g/x']);
  });

  it('adds a new field for a renamed question', () => {
    const merged = mergeVersions([
      version('v1', [text('a'), text('old')]),
      version('v2', [text('new'), text('a')]),
    ]);
    expect(names(merged)).toEqual({ '': ['new', 'a', 'old'] });
    expect([...field(merged, 'old').paths.keys()]).toEqual(['v1']);
  });

  it('adds a new field for a question that moves into a repeat', () => {
    const merged = mergeVersions([
      version('v1', [text('a'), text('b')]),
      version('v2', [text('a'), ...repeat('r', text('b'))]),
    ]);
    expect(names(merged)).toEqual({ '': ['a', 'b'], r: ['b'] });
    expect(merged[1]!.fields[0]!.paths.get('v1')).toBeUndefined();
  });

  it('identifies a repeat by its name, at any position', () => {
    const merged = mergeVersions([
      version('v1', repeat('r', text('a'))),
      version('v2', group('g', ...repeat('r', text('a')))),
    ]);
    expect(merged.map(({ name, parent }) => [name, parent])).toEqual([
      ['', undefined],
      ['r', ''],
    ]);
    expect([...merged[1]!.paths].join(' ')).toBe('v2,g/r v1,r');
    expect([...field(merged, 'a').paths].join(' ')).toBe('v2,g/r/a v1,r/a');
  });

  it('keeps a repeat that only an older version has', () => {
    const merged = mergeVersions([
      version('v1', repeat('gone', text('a'))),
      version('v2', repeat('r', text('b'))),
    ]);
    expect(names(merged)).toEqual({ '': [], r: ['b'], gone: ['a'] });
  });

  it('appends older questions to the newest ones, by their former index, newer versions first', () => {
    const merged = mergeVersions([
      version('v1', [text('first'), text('x'), text('a'), text('last')]),
      version('v2', [text('a'), text('y'), text('b')]),
      version('v3', [text('b'), text('a'), text('c')]),
    ]);
    expect(names(merged)).toEqual({ '': ['b', 'a', 'c', 'first', 'y', 'x', 'last'] });
  });

  it('takes type and labels from the newest version that has the question', () => {
    const merged = mergeVersions([
      version('v1', [text('a', 'One'), text('b', 'One')]),
      version('v2', [{ ...text('a', 'Two'), type: 'integer' }, text('b', 'Two')]),
      version('v3', [{ ...text('a'), type: 'decimal' }]),
    ]);
    expect([field(merged, 'a').type, field(merged, 'a').labels.size]).toEqual(['decimal', 0]);
    expect([field(merged, 'b').type, field(merged, 'b').labels.get(null)]).toEqual(['text', 'Two']);
  });

  it('merges options, oldest first, with their newest labels', () => {
    const select: SurveyRow = { type: 'select_one', name: 'q', select_from_list_name: 'l' };
    const choice = (name: string, label: string): Choice => ({ list_name: 'l', name, label: [label] });
    const merged = mergeVersions([
      version('v1', [select], [choice('a', 'A1'), choice('b', 'B1')]),
      version('v2', [select], [choice('c', 'C2'), choice('b', 'B2')]),
    ]);
    const options = field(merged, 'q').options.map(({ name, labels }) => `${name} ${labels.get(null)}`);
    expect(options).toEqual(['a A1', 'b B2', 'c C2']);
  });
});

describe('mergeVersions with random histories (property-based)', () => {
  /** Any edit of a form: some of ten questions, in any order, inside groups and repeats. */
  const question = fc.constantFrom(...'abcdefghij');
  const survey = fc.uniqueArray(question, { maxLength: 10 }).chain((questions) =>
    fc.tuple(...questions.map(() => fc.constantFrom('none', 'group', 'repeat'))).map((kinds) =>
      questions.flatMap((name, index) => {
        if (kinds[index] === 'none') return [text(name)];
        return kinds[index] === 'group'
          ? group(`g${index % 3}`, text(name))
          : repeat(`r${index}`, text(name));
      }),
    ),
  );

  it('has exactly one field per answer of every version, and keeps the order of the newest version', () => {
    fc.assert(
      fc.property(fc.array(survey, { minLength: 1, maxLength: 5 }), (surveys) => {
        const versions = surveys.map((each, index) => version(`v${index}`, each));
        const merged = mergeVersions(versions);
        for (const { uid, content } of versions) {
          for (const section of readSections(content)) {
            const { fields, paths } = merged.find(({ name }) => name === section.name)!;
            expect(paths.get(uid)).toBe(section.path);
            for (const { path } of section.fields) {
              expect(fields.filter((each) => each.paths.get(uid) === path)).toHaveLength(1);
            }
          }
        }
        for (const section of readSections(versions.at(-1)!.content)) {
          const { fields } = merged.find(({ name }) => name === section.name)!;
          const newest = section.fields.map(({ name }) => name);
          expect(fields.slice(0, newest.length).map(({ name }) => name)).toEqual(newest);
        }
      }),
    );
  });
});
