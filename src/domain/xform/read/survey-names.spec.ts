import { FormProblemsError } from '../../content/form-problem';
import { ProblemLog } from '../form/problem-log';
import { NamePolicy, SiblingNames, SurveyNames } from './survey-names';

function register(policy: NamePolicy, names: [name: string, level: number, isRepeat?: boolean][]) {
  const log = new ProblemLog();
  const surveyNames = new SurveyNames(policy, 'data', new Set(['esri']), log);
  const levels: SiblingNames[] = [new Map(), new Map()];
  names.forEach(([name, level, isRepeat = false], index) =>
    surveyNames.register(name, index + 2, { isRepeat, fromLoop: false }, levels[level]!),
  );
  let problems: string[] = [];
  try {
    log.throwIfRefused();
  } catch (error) {
    problems = (error as FormProblemsError).problems.map(({ row, message }) => `${row}: ${message}`);
  }
  return { problems, warnings: log.warnings };
}

describe('SurveyNames', () => {
  it('allows one name in two groups, except with the policy refuse', () => {
    const names: [string, number][] = [
      ['a', 0],
      ['a', 1],
    ];
    expect(register('siblings', names).problems).toEqual([]);
    expect(register('refuse', names).problems).toEqual([
      expect.stringContaining('3: The name "a" is already taken by row 2'),
    ]);
  });

  it('refuses one name twice in a group, and warns of letter case', () => {
    const { problems, warnings } = register('siblings', [
      ['a', 0],
      ['a', 0],
      ['A', 0],
    ]);
    expect(problems).toEqual([expect.stringContaining('3: The name "a"')]);
    expect(warnings).toEqual([expect.stringContaining('row 4')]);
  });

  it('reserves meta at every level', () => {
    const { problems } = register('siblings', [
      ['meta', 0],
      ['meta', 1],
    ]);
    expect(problems).toEqual([
      expect.stringContaining('2: The name "meta" is reserved'),
      expect.stringContaining('3: The name "meta" is reserved'),
    ]);
  });

  it('accepts a prefix that the form declares', () => {
    expect(register('siblings', [['esri:x', 0]]).problems).toEqual([]);
    expect(register('siblings', [['other:x', 0]]).problems).toHaveLength(1);
  });
});
