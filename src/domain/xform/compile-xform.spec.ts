import { thrownBy } from '../../../test/fixtures/rejection';
import { Content, SurveyRow } from '../content/content';
import { FormProblemsError, setSourceRow } from '../content/form-problem';
import { compileXForm } from './compile-xform';

function contentOf(survey: SurveyRow[], rest: Partial<Content> = {}): Content {
  return { schema: '1', translations: [null], translated: ['label'], survey, settings: {}, ...rest };
}

/** Covers content that never was a sheet, and results besides the XML; test/xform covers the rest. */
describe('compileXForm', () => {
  it('reports problems with the row number of the sheet, not the index of the row', () => {
    const row: SurveyRow = { type: 'text', name: 'q' };
    setSourceRow(row, 42);
    expect(() => compileXForm(contentOf([row]))).toThrow('survey, row 42, column label: ');
  });

  it('throws all problems in one error, sorted by sheet and row', () => {
    const survey: SurveyRow[] = [
      { type: 'text', name: 'a b', label: ['A'] },
      { type: 'nonsense', name: 'c' },
    ];
    const error = thrownBy(() => compileXForm(contentOf(survey, { settings: { name: '1' } })));
    expect(error).toBeInstanceOf(FormProblemsError);
    const { problems } = error as FormProblemsError;
    expect(problems.map(({ sheet, row, column }) => `${sheet} ${row} ${column}`)).toEqual([
      'survey 2 name',
      'survey 3 type',
      'settings 2 name',
    ]);
  });

  it('names a note without a name after its row', () => {
    expect(compileXForm(contentOf([{ type: 'note', label: ['Hi'] }])).xml).toContain(
      '<generated_note_name_2/>',
    );
  });

  it('names an audit without a name audit, ignoring its $autoname', () => {
    const { xml } = compileXForm(
      contentOf([
        { type: 'audit', $autoname: 'audit_abc' },
        { type: 'text', name: 'q', label: ['Q'] },
      ]),
    );
    expect(xml).toContain('nodeset="/data/meta/audit"');
  });

  it('refuses a row with cells but no type, and skips an empty row', () => {
    const survey = [
      { label: ['Lost'] },
      { $kuid: 'k' },
      { type: 'text', name: 'q', label: ['Q'] },
    ] as SurveyRow[];
    expect(() => compileXForm(contentOf(survey))).toThrow('survey, row 2, column type: The row has no type.');
    expect(compileXForm(contentOf(survey.slice(1))).xml).toContain('<q/>');
  });

  it('refuses a question without any name', () => {
    expect(() => compileXForm(contentOf([{ type: 'text', label: ['Q'] }]))).toThrow(
      'row 2, column name: The row has no name.',
    );
  });

  it('refuses nesting deeper than submissions may have', () => {
    const survey = Array.from({ length: 10_000 }, (_, index) => ({ type: 'begin_group', name: `g${index}` }));
    expect(() => compileXForm(contentOf(survey))).toThrow('nested more than 64 deep');
  });

  it('returns the nodes that it renamed', () => {
    const survey: SurveyRow[] = [
      { type: 'text', name: 'q', label: ['Q'] },
      { type: 'text', name: 'q', label: ['Q'] },
    ];
    expect(compileXForm(contentOf(survey), { duplicates: 'rename' }).renamed).toEqual([
      { row: 3, from: 'q', to: 'q_001' },
    ]);
  });

  it('returns external choices as itemsets.csv', () => {
    const list = { select_from_list_name: 'l', choice_filter: "x = 'y'" };
    const survey: SurveyRow[] = [{ type: 'select_one_external', name: 't', label: ['T'], ...list }];
    const rows = [{ list_name: 'l', name: 'a', label: 'A' }];
    expect(compileXForm(contentOf(survey, { external_choices: rows })).externalFiles).toEqual({
      'itemsets.csv': '"list_name","name","label"\r\n"l","a","A"\r\n',
    });
    expect(compileXForm(contentOf([{ type: 'text', name: 'q', label: ['Q'] }])).externalFiles).toEqual({});
  });

  it('limits the choices that selects with search() repeat inline', () => {
    const survey = Array.from({ length: 600 }, (_, index): SurveyRow => ({
      type: 'select_one',
      name: `q${index}`,
      label: ['Q'],
      select_from_list_name: 'l',
      appearance: "search('f')",
    }));
    const choices = Array.from({ length: 100 }, (_, index) => ({ list_name: 'l', name: `c${index}` }));
    expect(() => compileXForm(contentOf(survey, { choices }))).toThrow('more than 50000 choices');
  });
});
