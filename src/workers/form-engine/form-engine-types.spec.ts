import { FormProblemsError } from '../../domain/content/form-problem';
import { InvalidError } from '../../domain/errors';
import { describeFormFailure, formError } from './form-engine-types';

const transfer = (error: unknown): Error => formError(structuredClone(describeFormFailure(error)));

describe('form failure', () => {
  it('preserves all problems', () => {
    const problems = [
      { sheet: 'survey', row: 7, column: 'relevant', message: 'There is no question x.' },
      { sheet: 'settings', message: 'There are two of them.' },
    ];
    const error = transfer(new FormProblemsError(problems));
    expect(error).toBeInstanceOf(FormProblemsError);
    expect(error).toEqual(new FormProblemsError(problems));
  });

  it.each([
    ['a message', new InvalidError('Send rows.')],
    ['errors by field', new InvalidError({ content: ['Send rows.'], settings: { style: ['Unknown.'] } })],
    ['further keys', new InvalidError('Send rows.', { error: 'Send rows.' })],
  ])('preserves %s', (_case, error) => {
    const received = transfer(error);
    expect(received).toBeInstanceOf(InvalidError);
    expect({ ...received, message: received.message }).toEqual({ ...error, message: error.message });
  });

  it('preserves message and stack of an unexpected error', () => {
    const error = new TypeError('x is undefined');
    const received = transfer(error);
    expect(received).not.toBeInstanceOf(InvalidError);
    expect(received).toMatchObject({ message: error.message, stack: error.stack });
  });
});
