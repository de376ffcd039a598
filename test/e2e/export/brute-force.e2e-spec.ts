import { parse } from 'csv-parse/sync';
import fc from '../../fixtures/fast-check';
import { readXlsx } from 'hucre';
import { bruteForceExport } from './brute-force-export';
import type { Content, SurveyRow } from '../../../src/domain/content/content';
import { xlsxBytes } from '../../../src/domain/workbook/xlsx-stream';
import { type ExportOptions, SELECT_MODES } from '../../../src/domain/export/export-request';
import type { ExportedForm } from '../../../src/domain/export/export-plan';
import { CSV_SEPARATORS } from '../../../src/domain/text/csv-line';
import { ExportText } from '../../../src/domain/export/export-text';

const LANGUAGES = [null, 'French'];
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** The name of a question tells its type, which no version changes. */
const TYPES = [
  'text',
  'integer',
  'select_one',
  'select_multiple',
  'geopoint',
  'text',
  'select_multiple',
  'integer',
];
const CHOICES = ['one', 'two', '3', 'four'];
const TITLE = 'Wells';

const label = fc.tuple(
  fc.constantFrom('Depth', '=1+1', 'Tiefe; "m"', '  '),
  fc.option(fc.constantFrom('Fond', '-x')),
);

/** A version after any edit: some questions, some in a group or a repeat, and some choices. */
const version = fc
  .record({
    order: fc.shuffledSubarray(NAMES, { minLength: 1 }),
    labels: fc.array(label, { minLength: NAMES.length, maxLength: NAMES.length }),
    places: fc.array(fc.constantFrom('', '', 'group', 'repeat', 'inner'), {
      minLength: NAMES.length,
      maxLength: NAMES.length,
    }),
    choices: fc.subarray(CHOICES, { minLength: 1 }),
  })
  .map(({ order, labels, places, choices }): Content => {
    const question = (name: string): SurveyRow => {
      const at = NAMES.indexOf(name);
      const isSelect = TYPES[at]!.startsWith('select');
      return {
        type: TYPES[at]!,
        name,
        label: [...labels[at]!],
        ...(isSelect && { select_from_list_name: 'list' }),
      };
    };
    const rows = (place: string): SurveyRow[] =>
      order.filter((name) => places[NAMES.indexOf(name)] === place).map(question);
    return {
      schema: '1',
      translations: [...LANGUAGES],
      translated: ['label'],
      settings: {},
      survey: [
        ...rows(''),
        { type: 'begin_group', name: 'part', label: ['Part', null] },
        ...rows('group'),
        { type: 'begin_repeat', name: 'pump', label: ['Pump', 'Pompe'] },
        ...rows('repeat'),
        { type: 'begin_repeat', name: 'check', label: ['Check', null] },
        ...rows('inner'),
        { type: 'end_repeat' },
        { type: 'end_repeat' },
        { type: 'end_group' },
      ],
      choices: choices.map((name) => ({ list_name: 'list', name, label: [`${name}!`, null] })),
    };
  });

const ANSWERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  text: fc.constantFrom('Mto wa Mbu', '=HYPERLINK("x")', '+255 712 000', 'two\nlines', 'semi;colon', '@x'),
  integer: fc.constantFrom('7', '-12', 'many'),
  select_one: fc.constantFrom(...CHOICES, 'gone'),
  select_multiple: fc
    .shuffledSubarray([...CHOICES, 'gone'], { minLength: 1 })
    .map((names) => names.join(' ')),
  geopoint: fc.constantFrom('-1.5 36.75 1795 4', '1 2'),
};

/** Answers to some questions, by their paths in one version. */
const answered = (content: Content, place: string, prefix: string): fc.Arbitrary<Record<string, unknown>> => {
  const inside: string[] = [];
  const here = content.survey.filter((row) => {
    if (row.type.startsWith('begin_')) inside.push(row.name!);
    else if (row.type.startsWith('end_')) inside.pop();
    else return inside.join('/') === place;
    return false;
  });
  const arbitraries = here.map(({ name, type }) =>
    fc.option(ANSWERS[type]!, { nil: undefined }).map((answer) => [`${prefix}${name}`, answer] as const),
  );
  return fc
    .tuple(...arbitraries)
    .map((pairs) => Object.fromEntries(pairs.filter(([, answer]) => answer !== undefined)));
};

const submission = (form: ExportedForm) =>
  fc.constantFrom(...form.versions).chain(({ uid, content }) =>
    fc
      .record({
        top: answered(content, '', ''),
        group: answered(content, 'part', 'part/'),
        pumps: fc.array(
          fc.record({
            own: answered(content, 'part/pump', 'part/pump/'),
            checks: fc.array(answered(content, 'part/pump/check', 'part/pump/check/'), { maxLength: 2 }),
          }),
          { maxLength: 3 },
        ),
      })
      .map(({ top, group, pumps }) => ({
        ...top,
        ...group,
        _uuid: 'u',
        _status: 'submitted_via_web',
        __version__: uid,
        'part/pump': pumps.map(({ own, checks }) => ({ ...own, 'part/pump/check': checks })),
      })),
  );

const options = fc.record({
  language: fc.constantFrom(null, 'French', undefined),
  groupSeparator: fc.constantFrom('/', ' > '),
  hierarchyInLabels: fc.boolean(),
  selectMode: fc.constantFrom(...SELECT_MODES),
  typesAsText: fc.boolean(),
  isFormatted: fc.boolean(),
  hasLabels: fc.boolean(),
  csv: fc.record({ separator: fc.constantFrom(...CSV_SEPARATORS), hasBom: fc.boolean() }),
});

const exported = fc
  .array(version, { minLength: 1, maxLength: 3 })
  .map((contents): ExportedForm => ({
    title: TITLE,
    versions: contents.map((content, index) => ({ uid: `v${index}`, content })),
  }))
  .chain((form) =>
    fc.record({ form: fc.constant(form), rows: fc.array(submission(form), { maxLength: 4 }), options }),
  );

const all = (chosen: object, type: ExportOptions['type']): ExportOptions =>
  ({ ...chosen, type, fields: [], flatten: true, includeMediaUrls: false }) as unknown as ExportOptions;
const numbered = <Row extends object>(rows: readonly Row[]) =>
  rows.map((row, index) => ({ _id: index + 100, ...row }));

describe('an export', () => {
  it('as CSV has the cells of the contract', () => {
    fc.assert(
      fc.property(exported, ({ form, rows, options: chosen }) => {
        const request = all(chosen, 'csv');
        const text = new ExportText(form, request);
        const { texts } = written(text, numbered(rows));
        const { separator, hasBom } = request.csv;
        const file = text.format.head(0) + texts[0];
        expect(file.startsWith('\ufeff')).toBe(hasBom);
        const read = parse(file, { delimiter: separator, bom: true, relax_column_count: true });
        const expected = bruteForceExport(form, request, numbered(rows)).get(TITLE)!;
        expect(read).toEqual(expected.map((row) => row.map((cell) => harmless(String(cell)))));
      }),
      { numRuns: 200 },
    );
  });

  it('as a workbook has a sheet per non-empty section with the cells of the contract', async () => {
    await fc.assert(
      fc.asyncProperty(exported, async ({ form, rows, options: chosen }) => {
        const request = all(chosen, 'xls');
        const text = new ExportText(form, request);
        const { texts, counts } = written(text, numbered(rows));
        const sheets = text.plan.sections.flatMap(({ title }, section) =>
          section > 0 && counts[section] === 0
            ? []
            : [
                {
                  name: title,
                  view: text.format.view?.(section),
                  xml: [text.format.head(section) + texts[section]],
                },
              ],
        );
        const read = (await readXlsx(await xlsxBytes(sheets), { readStyles: true })).sheets;
        const expected = bruteForceExport(form, request, numbered(rows));
        expect(read.map(({ name }) => name)).toEqual([...expected.keys()]);
        for (const { name, rows: actual, cells } of read) {
          const table = expected.get(name)!;
          const width = table[0]!.length;
          expect(actual.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))).toEqual(table);
          expect([...(cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

function written(text: ExportText, rows: readonly object[]): { texts: string[]; counts: number[] } {
  const texts = text.plan.sections.map(() => '');
  const counts = text.plan.sections.map(() => 0);
  for (const row of rows) {
    text.write(JSON.stringify(row), counts, (section, each) => (texts[section] += each));
  }
  return { texts, counts };
}

function harmless(cell: string): string {
  const acts = /^[=+\-@\t\r]./s.test(cell) && !/^[+-][\d ().-]*\d$/.test(cell);
  return acts ? `'${cell}` : cell;
}
