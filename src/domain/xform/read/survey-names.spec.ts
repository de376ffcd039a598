import { thrownBy } from '../../../../test/fixtures/rejection';
import { FormProblemsError } from '../../content/form-problem';
import { ProblemLog } from '../form/problem-log';
import { NamePolicy, SiblingNames, SurveyNames } from './survey-names';

/** Registers names of the top level, after ">" of a group, after "*" of a repeat; those that end with "=" calculate. */
function register(policy: NamePolicy, ...names: string[]) {
  const log = new ProblemLog();
  const surveyNames = new SurveyNames(policy, 'data', new Set(['esri']), log);
  const [top, group, repeat]: SiblingNames[] = [new Map(), new Map(), new Map()];
  names.forEach((name, index) => {
    const siblings = name.startsWith('>') ? group! : name.startsWith('*') ? repeat! : top!;
    surveyNames.register(
      name.replace(/^[>*]|=$/g, ''),
      index + 2,
      {
        isRepeat: false,
        fromLoop: false,
        isTopLevel: siblings === top,
        isInRepeat: siblings === repeat,
        isCalculation: name.endsWith('='),
      },
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
  it.each([
    ...['_id', '_uuid', '_submitted_by', '_geolocation', '_attachments', '_notes', '_index', '_userform_id'],
    ...['base64EncryptedKey', 'formhub', 'esri:formhub', 'Meta', 'META', 'esri:Meta'],
  ])('refuses %s at the top level of a deployment only', (name) => {
    expect(register('warn', name).problems).toEqual([
      expect.stringContaining(`2: The name "${name}" is used`),
    ]);
    expect(register('warn', `>${name}`).problems).toEqual([]);
    expect(register('siblings', name).problems).toEqual([]);
  });

  it.each(['_index', '_parent_index', '_parent_table_name', '_submission__id', '_submission___version__'])(
    'refuses %s in a repeat of a deployment only',
    (name) => {
      expect(register('warn', `*${name}`).problems).toEqual([
        expect.stringContaining(`2: The name "${name}" is used`),
      ]);
      expect(register('warn', `>${name}`).problems).toEqual([]);
      expect(register('siblings', `*${name}`).problems).toEqual([]);
    },
  );

  it.each(['__version__', '_version_', '_version__001'])(
    'refuses %s anywhere, except for the calculation that KoboToolbox makes',
    (name) => {
      for (const place of ['', '>', '*']) {
        expect(register('warn', place + name).problems).toHaveLength(1);
        expect(register('warn', `${place}${name}=`).problems).toEqual([]);
        expect(register('siblings', place + name).problems).toEqual([]);
      }
    },
  );

  it.each([
    'index',
    'parent_index',
    '_version',
    'app_version_code',
    'version',
    'formhub_id',
    'metadata',
    'Id',
  ])('allows %s', (name) => {
    expect(register('warn', name, `>${name}`, `*${name}`).problems).toEqual([]);
  });
});
