import { SurveyRow } from '../../asset/content';
import { rememberSourceRow, sourceRowOf } from '../../asset/form-problem';
import { expandKoboTypes } from './expand-kobo-types';

describe('expandKoboTypes', () => {
  it('leaves a survey without such types as it is', () => {
    const survey: SurveyRow[] = [{ type: 'text', name: 'a' }];
    expect(expandKoboTypes(survey, [])).toEqual(survey);
  });

  it('lets made rows remember the row they come from, and touches no given row', () => {
    const survey: SurveyRow[] = [
      { type: 'text', name: 'before' },
      { type: 'begin_score', name: 's', 'kobo--score-choices': 'l' },
      { type: 'score__row', $autoname: 'a' },
      { type: 'end_score' },
      { type: 'text', name: 'after' },
    ];
    survey.forEach((row, index) => rememberSourceRow(row, 10 + index));
    const before = structuredClone(survey);
    const expanded = expandKoboTypes(survey, []);
    expect(survey).toEqual(before);
    expect(
      expanded.map((row, index) => [row.type, row.name ?? row.$autoname, sourceRowOf(row, index)]),
    ).toEqual([
      ['text', 'before', 10],
      ['begin_group', 's', 11],
      ['select_one', 's_header', 11],
      ['select_one', 'a', 12],
      ['end_group', undefined, 13],
      ['text', 'after', 14],
    ]);
  });

  it('refuses a matrix that grows beyond all measure', () => {
    const columns: SurveyRow[] = Array.from({ length: 300 }, (_, index) => ({
      type: 'text',
      name: `c${index}`,
    }));
    const choices = Array.from({ length: 300 }, (_, index) => ({ list_name: 'l', name: `r${index}` }));
    const begin: SurveyRow = { type: 'begin_kobomatrix', name: 'm', 'kobo--matrix_list': 'l' };
    expect(() => expandKoboTypes([begin, ...columns, { type: 'end_kobomatrix' }], choices)).toThrow(
      'more than 50000',
    );
  });

  it('expands a construct that is never closed up to the end of the survey', () => {
    const survey: SurveyRow[] = [
      { type: 'begin_rank', name: 'r' },
      { type: 'rank__level', name: 'a' },
    ];
    expect(expandKoboTypes(survey, []).map(({ type }) => type)).toEqual([
      'begin_group',
      'note',
      'select_one',
    ]);
  });
});
