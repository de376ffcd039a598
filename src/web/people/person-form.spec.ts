import { InvalidError } from '../../domain/errors';
import type { RowCondition } from '../../domain/query/row-condition';
import type { QuestionKind, ReportQuestion } from '../../domain/report/report-question';
import { grantsOf, MAX_CONDITIONS, NEW_PERSON, personFormOf, withChoiceNames } from './person-form';

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

describe('personFormOf', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ [`q${index}`]: { $eq: 'x' } }));
  const formOf = (filter: Readonly<Record<string, unknown>>) =>
    personFormOf('pat', [
      {
        uid: 'p1',
        username: 'pat',
        codename: 'partial_submissions',
        partialGrants: { view_submissions: [filter] },
      } as never,
    ]);

  it.each([
    ['more conditions than the form has fields', { $and: many(MAX_CONDITIONS + 1) }],
    ['spaces around a value', { q: ' x ' }],
    ['a value of two lines', { q: 'x\ny' }],
    ['an empty value', { q: '' }],
    ['a submitter with a comma', { _submitted_by: 'a,b' }],
  ])('keeps a filter with %s as it is stored', (_, filter) => {
    const form = formOf(filter);
    expect(form.rows).toBe('kept');
    expect(grantsOf(form, () => false)).toContainEqual({
      codename: 'partial_submissions',
      partialGrants: [['view_submissions', [filter]]],
    });
  });

  it('offers fields for as many conditions as the form has', () => {
    expect(formOf({ $and: many(MAX_CONDITIONS) }).rows).toBe('some');
    expect(formOf({ q: { $exists: true } }).rows).toBe('some');
  });
});
