import { InvalidError } from '../../errors';
import { SurveyRow } from '../content';
import { FormProblem } from '../form-problem';
import { assignPaths } from './row-paths';

function pathsOf(rows: SurveyRow[]): { paths: (string | undefined)[]; problems: FormProblem[] } {
  const problems: FormProblem[] = [];
  assignPaths(rows, problems);
  return { paths: rows.map((row) => row.$xpath), problems };
}

describe('assignPaths', () => {
  it('joins the names of groups, repeats and scores, not of ranks and matrices', () => {
    const rows = [
      ['text', 'a', 'a'],
      ['begin_group', 'g', 'g'],
      ['begin_repeat', 'r', 'g/r'],
      ['text', 'b', 'g/r/b'],
      ['end_repeat', ''],
      ['begin_score', 's', 'g/s'],
      ['score__row', 'c', 'g/s/c'],
      ['end_score', ''],
      ['begin_rank', 'k', 'g/k'],
      ['rank__level', 'd', 'g/d'],
      ['end_rank', ''],
      ['begin_kobomatrix', 'm', 'g/m'],
      ['text', 'e', 'g/e'],
      ['end_kobomatrix', ''],
      ['end_group', ''],
      ['text', 'f', 'f'],
    ];
    const { paths } = pathsOf(rows.map(([type = '', $autoname = '']) => ({ type, $autoname })));
    expect(paths).toEqual(rows.map(([, , path]) => path));
  });

  it('tolerates an end without a begin', () => {
    expect(pathsOf([{ type: 'end_group' }, { type: 'text', $autoname: 'a' }]).paths).toEqual([
      undefined,
      'a',
    ]);
  });

  it('reports nesting of more than 100 levels', () => {
    const rows = Array.from({ length: 102 }, (_, i) => ({ type: 'begin_group', $autoname: `g${i}` }));
    expect(pathsOf(rows.slice(0, 100)).problems).toEqual([]);
    expect(pathsOf(rows).problems).toHaveLength(1);
  });

  it('rejects paths of too many characters', () => {
    const rows = [{ type: 'begin_group', $autoname: 'g'.repeat(1_000_000) }];
    for (let i = 0; i < 60; i++) rows.push({ type: 'text', $autoname: 'x' });
    expect(() => pathsOf(rows)).toThrow(InvalidError);
  });
});
