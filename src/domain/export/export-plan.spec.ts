import type { Content, SurveyRow } from '../content/content';
import { reportQuestions } from '../report/report-question';
import { mergeVersions, sectionsOf } from '../form-history/merged-schema';
import type { FlatSubmission } from './column-group';
import { DEFAULT_REQUEST, exportOptions } from './export-request';
import { ExportPlan } from './export-plan';
import { geoFeatureReader } from './geo-features';

const version = (uid: string, survey: SurveyRow[]) => ({
  uid,
  content: {
    schema: '1',
    translations: [null],
    translated: [],
    survey,
    choices: [],
    settings: {},
  } as Content,
});
const repeat = (name: string, ...rows: SurveyRow[]): SurveyRow[] => [
  { type: 'begin_repeat', name },
  ...rows,
  { type: 'end_repeat' },
];
const text = (name: string): SurveyRow => ({ type: 'text', name });
const options = (more: object) => exportOptions({ ...DEFAULT_REQUEST, lang: '_xml', ...more });

function rowsOf(plan: ExportPlan, submission: FlatSubmission) {
  const rows: [title: string, cells: readonly unknown[]][] = [];
  plan.forEachRow(submission, [], ({ section, cells }) => {
    const { title, questionColumnCount } = plan.sections[section]!;
    rows.push([title, cells.slice(0, questionColumnCount)]);
  });
  return rows;
}

describe('ExportPlan', () => {
  it('leaves unanswered questions empty whose names every object has', () => {
    const survey = [text('constructor'), { type: 'select_multiple', name: 'toString' }];
    const plan = new ExportPlan({ title: 'F', versions: [version('v1', survey)] }, options({ type: 'xls' }));
    expect(rowsOf(plan, {})).toEqual([['F', ['', '']]]);
  });

  it('selects an audit by its name, as KoboToolbox does, and by its path', () => {
    const survey = [{ type: 'audit', name: 'audit' }, text('a')];
    const form = { title: 'F', versions: [version('v1', survey)] };
    for (const fields of [['audit'], ['meta/audit']]) {
      const plan = new ExportPlan(form, options({ type: 'csv', fields }));
      expect(plan.unknownFields).toEqual([]);
      expect(rowsOf(plan, { 'meta/audit': 'audit.csv', a: 'x' })).toEqual([['F', ['audit.csv']]]);
    }
  });

  it('tags a question, not the text of its other choice', () => {
    const survey = [{ type: 'select_one', name: 'q', _or_other: true, tags: ['hxl:#crop'] }];
    const plan = new ExportPlan({ title: 'F', versions: [version('v1', survey)] }, options({ type: 'csv' }));
    expect(plan.sections[0]!.headers.slice(0, 2)).toEqual(['q', 'q_other']);
    expect(plan.sections[0]!.tags!.slice(0, 2)).toEqual(['#crop', '']);
  });

  describe('of the newest version, if another one had a repeat around one of its repeats', () => {
    const place: SurveyRow = { type: 'geopoint', name: 'place' };
    const member = repeat('member', text('age'), place);
    const [older, newer] = [version('v1', repeat('house', ...member)), version('v2', member)];
    const form = { title: 'F', versions: [older, newer], newestOnly: true };
    const submission = {
      __version__: 'v1',
      house: [{ 'house/member': [{ 'house/member/age': '7', 'house/member/place': '1 2 3 4' }] }],
    };

    it('has the copies in it, without a sheet of the former repeat', () => {
      const plan = new ExportPlan(form, options({ type: 'xls' }));
      expect(plan.sections.map(({ title }, index) => [title, plan.isShown[index]])).toEqual([
        ['F', true],
        ['member', true],
        ['house', false],
      ]);
      expect(rowsOf(plan, submission)).toEqual([
        ['F', []],
        ['member', ['7', '1 2 3 4', '1', '2', '3', '4']],
      ]);
    });

    it('has the places in it', () => {
      const plan = new ExportPlan(form, options({ type: 'geojson' }));
      const read = geoFeatureReader(plan, form);
      const found: unknown[] = [];
      plan.forEachRow(submission, [], (row) => found.push(...read(row).geometries));
      expect(found).toEqual([{ type: 'Point', coordinates: [2, 1, 3] }]);
    });

    it('counts the answers in it in reports', () => {
      const merged = mergeVersions([older, newer]);
      const [age] = reportQuestions(sectionsOf(merged, 'v2'), 'v2', undefined, merged);
      expect(age!.places).toEqual([
        { path: 'member/age', repeats: ['member'] },
        { path: 'house/member/age', repeats: ['house', 'house/member'] },
      ]);
    });
  });
});
