import { thrownBy } from '../../../../test/fixtures/rejection';
import { FormProblemsError } from '../../content/form-problem';
import { ProblemLog } from './problem-log';

function problemsOf(log: ProblemLog): FormProblemsError['problems'] {
  const error = thrownBy(() => log.throwIfRefused());
  expect(error).toBeInstanceOf(FormProblemsError);
  return (error as FormProblemsError).problems;
}

describe('ProblemLog', () => {
  it('does not throw for warnings', () => {
    const log = new ProblemLog();
    log.warn({ sheet: 'survey', row: 2, column: 'label' }, 'Mind this.');
    expect(() => log.throwIfRefused()).not.toThrow();
    expect(log.warnings).toEqual(['survey, row 2, column label: Mind this.']);
  });

  it('reports each problem once, sorted by sheet and row', () => {
    const log = new ProblemLog();
    log.refuse({ sheet: 'settings', row: 2 }, 'c');
    log.refuse({ sheet: 'survey', row: 9 }, 'b');
    log.refuse({ sheet: 'survey', row: 3 }, 'a');
    log.refuse({ sheet: 'survey', row: 9 }, 'b');
    expect(problemsOf(log).map(({ message }) => message)).toEqual(['a', 'b', 'c']);
  });

  it('counts the problems beyond the limit', () => {
    const log = new ProblemLog();
    for (let row = 2; row < 1502; row++) log.refuse({ sheet: 'survey', row }, 'x');
    const problems = problemsOf(log);
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)?.message).toBe('There are 500 further problems. Correct these first.');
  });
});
