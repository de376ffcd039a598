import { InvalidError } from '../../domain/errors';
import type { RowCondition } from '../../domain/query/row-condition';
import type { QuestionKind, ReportQuestion } from '../../domain/report/report-question';
import { NEW_PERSON, withChoiceNames } from './person-form';

const LABELS = new Map([
  ['yes', 'Oui'],
  ['no', 'Non'],
  ['never', 'Non'],
]);
const question = (path: string, kind: QuestionKind): ReportQuestion => ({
  name: path,
  label: undefined,
  type: kind === 'choices' ? 'select_multiple' : 'select_one',
  kind,
  kuid: null,
  places: [{ path, repeats: [] }],
  labels: LABELS,
});
const QUESTIONS = [question('one', 'value'), question('several', 'choices')];
const is = (path: string, value: string): RowCondition => ({ question: path, comparison: 'is', value });

function named(condition: RowCondition, stored: readonly RowCondition[] = []): string {
  const form = { ...NEW_PERSON, filter: { submitters: [], conditions: [condition] } };
  return withChoiceNames(form, QUESTIONS, stored).filter.conditions[0]!.value;
}

describe('withChoiceNames', () => {
  it.each([
    ['keeps a name', is('one', 'no'), 'no'],
    ['takes a label for its name', is('one', 'Oui'), 'yes'],
    ['keeps several names of a select_multiple', is('several', 'yes no'), 'yes no'],
    ['keeps parts of names', { ...is('one', 'ye'), comparison: 'contains' as const }, 'ye'],
    ['keeps what another question is answered with', is('text', 'Oui'), 'Oui'],
  ])('%s', (_, condition, value) => expect(named(condition)).toBe(value));

  it.each([is('one', 'perhaps'), is('one', 'Non'), is('one', 'yes no'), is('several', 'yes perhaps')])(
    'refuses %j',
    (condition) => expect(() => named(condition)).toThrow(InvalidError),
  );

  it('keeps a stored choice that the form no longer has', () => {
    expect(named(is('one', 'perhaps'), [is('one', 'perhaps')])).toBe('perhaps');
    expect(() => named(is('one', 'perhaps'), [is('several', 'perhaps')])).toThrow(InvalidError);
  });
});
