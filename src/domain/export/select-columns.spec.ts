import type { Content, SurveyRow } from '../content/content';
import { type ChoiceFiles, sourceKey } from '../form-history/choice-file';
import { DEFAULT_REQUEST, exportOptions } from './export-request';
import { labelTable } from './export-labels';
import { ExportPlan } from './export-plan';
import { MAX_LISTED_FILE_CHOICES } from './select-columns';
import { spssFiles } from './spss-labels';

const FILE: SurveyRow = { type: 'select_multiple_from_file', name: 'towns', file: 'towns.csv' };
const LIST: SurveyRow = { type: 'select_multiple', name: 'towns', select_from_list_name: 'towns' };
const version = (uid: string, row: SurveyRow) => ({
  uid,
  content: {
    schema: '1',
    translations: [null],
    translated: ['label'],
    survey: [row],
    choices: [{ list_name: 'towns', name: 'old', label: ['Old'] }],
    settings: {},
  } as Content,
});
const filesOf = (count: number): ChoiceFiles => ({
  [sourceKey({ file: 'towns.csv', value: 'name', label: 'label' })]: {
    languages: [null],
    rows: Array.from({ length: count }, (_, index) => [`n${index}`, `Town ${index}`] as const),
  },
});

function exported(rows: readonly SurveyRow[], files: ChoiceFiles, answer: string, selectMode = 'both') {
  const form = { title: 'Wells', versions: rows.map((row, index) => version(`v${index + 1}`, row)), files };
  const options = exportOptions({
    ...DEFAULT_REQUEST,
    type: 'csv',
    multiple_select: selectMode,
    lang: '_default',
  });
  const plan = new ExportPlan(form, options);
  const section = plan.sections[0]!;
  let cells: readonly unknown[] = [];
  plan.forEachRow({ __version__: 'v1', towns: answer }, [], (row) => (cells = row.cells));
  const count = section.questionColumnCount;
  return { plan, form, headers: section.headers.slice(0, count), cells: cells.slice(0, count) };
}

describe('columns of a select_multiple_from_file', () => {
  it('are those of its choices, with labels', () => {
    const { headers, cells } = exported([FILE], filesOf(3), 'n2 gone');
    expect(headers).toEqual(['towns', 'towns/Town 0', 'towns/Town 1', 'towns/Town 2']);
    expect(cells).toEqual(['Town 2 gone', '0', '0', '1']);
  });

  it.each(['both', 'details'])('are one column without the file, in mode %s', (mode) => {
    expect(exported([FILE], {}, 'n2 gone', mode)).toMatchObject({ headers: ['towns'], cells: ['n2 gone'] });
  });

  it('end at a limit, beyond which answers have labels only', () => {
    expect(exported([FILE], filesOf(MAX_LISTED_FILE_CHOICES), 'n2').headers).toHaveLength(
      1 + MAX_LISTED_FILE_CHOICES,
    );
    const { headers, cells, plan, form } = exported([FILE], filesOf(MAX_LISTED_FILE_CHOICES + 1), 'n2 n1');
    expect(headers).toEqual(['towns']);
    expect(cells).toEqual(['Town 2 Town 1']);
    expect(labelTable(plan, form).rows).toHaveLength(1);
    expect(spssFiles(plan, form)[0]!.text).not.toContain('Town 2');
  });

  it('are those of the list of another version if the file is long', () => {
    const long = filesOf(MAX_LISTED_FILE_CHOICES + 1);
    expect(exported([FILE, LIST], long, 'n2 old')).toMatchObject({
      headers: ['towns', 'towns/Old'],
      cells: ['Town 2 Old', '1'],
    });
  });

  it('have text as answers in typed cells, whose codes may begin with zeros', () => {
    const form = { title: 'Wells', versions: [version('v1', FILE)] };
    const options = exportOptions({ ...DEFAULT_REQUEST, type: 'xls', xls_types_as_text: false });
    const cells: unknown[] = [];
    new ExportPlan(form, options).forEachRow({ towns: '007' }, [], (row) => cells.push(row.cells[0]));
    expect(cells).toEqual(['007']);
  });

  it('have the labels of all languages in the table of labels', () => {
    const { plan, form } = exported([FILE], filesOf(1), '');
    expect(labelTable(plan, form).rows).toEqual([
      ['Wells', 'towns', 'towns', FILE.type, '', ''],
      ['Wells', 'towns', 'towns', FILE.type, 'n0', 'Town 0'],
    ]);
  });
});

describe('columns of a select over versions', () => {
  const choice = (name: string, label: string | null) => ({ list_name: 'towns', name, label: [label] });
  const [older, newer] = [version('v1', LIST), version('v2', LIST)];
  older.content.choices = [choice('one', 'One'), choice('two', 'Two')];
  newer.content.choices = [choice('three', 'Three'), choice('two', null), choice('one', 'First')];

  function written(uid: string, newestOnly: boolean) {
    const options = exportOptions({ ...DEFAULT_REQUEST, type: 'csv', lang: '_default' });
    const plan = new ExportPlan({ title: 'Wells', versions: [older, newer], newestOnly }, options);
    let cells: readonly unknown[] = [];
    plan.forEachRow({ __version__: uid, towns: 'one two' }, [], (row) => (cells = row.cells));
    return { headers: plan.sections[0]!.headers.slice(0, 4), labels: cells[0] };
  }

  it('have the newest labels; where that is not translated, those of the submission’s version', () => {
    expect(written('v1', false).labels).toBe('First Two');
    expect(written('v2', false).labels).toBe('First two');
  });

  it('have those of a former list first, and of a ranking none', () => {
    const other = version('v0', { ...LIST, select_from_list_name: 'wells', _or_other: true });
    other.content.choices = [{ ...choice('deep', 'Deep'), list_name: 'wells' }];
    const rank = version('v9', { ...LIST, type: 'rank', select_from_list_name: 'ranked' });
    rank.content.choices = [{ ...choice('first', 'First'), list_name: 'ranked' }];
    const options = exportOptions({ ...DEFAULT_REQUEST, type: 'csv', lang: '_xml' });
    const { sections } = new ExportPlan({ title: 'Wells', versions: [rank, other, older, newer] }, options);
    expect(sections[0]!.headers.slice(0, 6)).toEqual([
      ...['towns', 'towns/deep', 'towns/one', 'towns/two', 'towns/three', 'towns/other'],
    ]);
  });

  it('come in the order of the newest version if only its questions are written', () => {
    expect(written('v2', false).headers).toEqual(['towns', 'towns/First', 'towns/two', 'towns/Three']);
    expect(written('v2', true).headers).toEqual(['towns', 'towns/Three', 'towns/two', 'towns/First']);
  });
});

describe('columns of a select_multiple that had another type', () => {
  it('keep the answers of a text beside columns of choices', () => {
    const { headers, cells } = exported([{ type: 'text', name: 'towns' }, LIST], {}, 'free words', 'details');
    expect(headers).toEqual(['towns', 'towns/Old']);
    expect(cells).toEqual(['free words', '']);
  });

  it.each(['both', 'details'])('have the marked words of a literacy test, in mode %s', (mode) => {
    const former = { ...LIST, appearance: 'literacy' };
    const answer = '5 60 9 null null null null null null null old';
    const { headers, cells } = exported([former, LIST], {}, answer, mode);
    expect(headers).toEqual(['towns', 'towns/Old']);
    expect(cells).toEqual([answer.replace('old', 'Old'), '1']);
  });

  it('have the answers of a select_one in columns of choices', () => {
    const former = { type: 'select_one', name: 'towns', select_from_list_name: 'towns' };
    const { headers, cells } = exported([former, LIST], {}, 'old', 'details');
    expect(headers).toEqual(['towns/Old']);
    expect(cells).toEqual(['1']);
  });

  it('are its choices alone if it always had its type', () => {
    expect(exported([LIST, LIST], {}, 'old', 'details')).toMatchObject({
      headers: ['towns/Old'],
      cells: ['1'],
    });
  });
});

describe('columns of a literacy test that had another type', () => {
  const test: SurveyRow = { ...LIST, appearance: 'literacy' };
  const cellsOf = (former: SurveyRow, answer: string, mode: string) => {
    const { headers, cells } = exported([former, test], {}, answer, mode);
    return Object.fromEntries(headers.slice(3).map((header, index) => [header, cells[index + 3]]));
  };

  it.each(['both', 'summary', 'details'])('keep the answers of a text, in mode %s', (mode) => {
    expect(cellsOf({ type: 'text', name: 'towns' }, 'free words', mode)).toMatchObject({
      towns: 'free words',
    });
  });

  it('keep the answers of a select_multiple', () => {
    expect(cellsOf(LIST, 'old', 'both')).toEqual({ towns: 'Old', 'towns/Old': '1' });
    expect(cellsOf(LIST, 'old', 'details')).toEqual({ 'towns/Old': '1' });
  });

  it('have the separator of groups in the headers of parameters', () => {
    const options = exportOptions({ ...DEFAULT_REQUEST, type: 'csv', lang: '_xml', group_sep: ' > ' });
    const { sections } = new ExportPlan({ title: 'Wells', versions: [version('v1', test)] }, options);
    expect(sections[0]!.headers.slice(0, 5)).toEqual([
      'towns > Word at flash',
      'towns > Duration of exercise',
      'towns > Total words attempted',
      'towns',
      'towns > old',
    ]);
  });

  it('have marked words behind the parameters of its own answers', () => {
    expect(cellsOf(test, 'flash 60 9 a b c d e f g old', 'both')).toEqual({ towns: 'Old', 'towns/Old': '1' });
  });
});

describe('SPSS labels of a select_multiple with or_other', () => {
  it('leave the name of its text to the text', () => {
    const { plan, form } = exported([{ ...LIST, _or_other: true }], {}, '');
    const lines = spssFiles(plan, form)[0]!.text.split('\r\n');
    expect(lines.filter((line) => line.includes('towns_'))).toEqual([
      " /towns_old 'towns :: Old'",
      " /towns_other 'towns_other'",
    ]);
  });
});
