import { thrownBy } from '../../../../test/fixtures/rejection';
import { FormProblemsError } from '../../content/form-problem';
import { ProblemLog } from '../form/form-tree';
import { NamePolicy, SiblingNames, SurveyNames } from './survey-names';

/** Registers names of the top level, and after ">" of a group. */
function register(policy: NamePolicy, ...names: string[]) {
  const log = new ProblemLog();
  const surveyNames = new SurveyNames(policy, 'data', new Set(['esri']), log);
  const [top, group]: SiblingNames[] = [new Map(), new Map()];
  names.forEach((name, index) => {
    const siblings = name.startsWith('>') ? group! : top!;
    surveyNames.register(
      name.replace('>', ''),
      index + 2,
      { isRepeat: false, fromLoop: false, isTopLevel: siblings === top },
      siblings,
    );
  });
  const error = thrownBy(() => log.throwIfRefused()) as FormProblemsError | undefined;
  const problems = (error?.problems ?? []).map(({ row, message }) => `${row}: ${message}`);
  return { problems, warnings: log.warnings };
}

describe('SurveyNames', () => {
  it('allows one name in two groups, with a warning for a deployment', () => {
    expect(register('siblings', 'a', '>a')).toEqual({ problems: [], warnings: [] });
    expect(register('warn', 'a', '>a')).toEqual({
      problems: [],
      warnings: [expect.stringContaining('row 3, column name: Row 2 has the name "a" too')],
    });
    expect(register('warn', 'a', 'a').warnings).toEqual([]);
  });

  it('refuses one name twice in a group, and warns of letter case', () => {
    const { problems, warnings } = register('siblings', 'a', 'a', 'A');
    expect(problems).toEqual([expect.stringContaining('3: The name "a"')]);
    expect(warnings).toEqual([expect.stringContaining('row 4')]);
  });

  it('reserves meta at every level', () => {
    expect(register('siblings', 'meta', '>meta').problems).toEqual([
      expect.stringContaining('2: The name "meta" is reserved'),
      expect.stringContaining('3: The name "meta" is reserved'),
    ]);
  });

  it('accepts a prefix that the form declares', () => {
    expect(register('siblings', 'esri:x').problems).toEqual([]);
    expect(register('siblings', 'other:x').problems).toHaveLength(1);
  });
});

describe('keys of the service as names', () => {
  it.each(['_id', '_uuid', '_submitted_by', '_geolocation', '_attachments', '_notes'])(
    'refuses %s at the top level of a deployment only',
    (name) => {
      expect(register('warn', name).problems).toEqual([
        expect.stringContaining(`2: The name "${name}" is used`),
      ]);
      expect(register('warn', `>${name}`).problems).toEqual([]);
      expect(register('siblings', name).problems).toEqual([]);
    },
  );
});
