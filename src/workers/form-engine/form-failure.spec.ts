import { FormProblemsError } from '../../domain/content/form-problem';
import { InvalidError } from '../../domain/errors';
import { describeFailure, errorOf } from './form-failure';

/** As it goes from a thread to its caller. */
const crossed = (error: unknown): Error => errorOf(structuredClone(describeFailure(error)));

describe('an error of the work on a form', () => {
  it('keeps all problems, each in its place', () => {
    const problems = [
      { sheet: 'survey', row: 7, column: 'relevant', message: 'There is no question x.' },
      { sheet: 'settings', message: 'There are two of them.' },
    ];
    const error = crossed(new FormProblemsError(problems));
    expect(error).toBeInstanceOf(FormProblemsError);
    expect(error).toEqual(new FormProblemsError(problems));
  });

  it.each([
    ['a sentence', new InvalidError('Send rows.')],
    ['sentences by field', new InvalidError({ content: ['Send rows.'], settings: { style: ['Unknown.'] } })],
    ['further keys', new InvalidError('Send rows.', { error: 'Send rows.' })],
  ])('keeps %s', (_case, error) => {
    const arrived = crossed(error);
    expect(arrived).toBeInstanceOf(InvalidError);
    expect({ ...arrived, message: arrived.message }).toEqual({ ...error, message: error.message });
  });

  it('keeps the stack of what nobody foresaw, and is no refusal then', () => {
    const error = new TypeError('x is undefined');
    const arrived = crossed(error);
    expect(arrived).not.toBeInstanceOf(InvalidError);
    expect(arrived).toMatchObject({ message: error.message, stack: error.stack });
  });
});
