import { QueryFailedError } from 'typeorm';
import { loggedError } from './logged-error';

const SECRET = 'my "own" answer';

/** As the driver creates it, with all fields of PostgreSQL's message. */
function driverError(message: string): Error {
  return Object.assign(new Error(message), {
    severity: 'ERROR',
    code: '22P02',
    detail: `Failing row contains (1, ${SECRET}).`,
    where: `line 1, column answers: "${SECRET}"`,
    hint: SECRET,
    table: 'submission',
    constraint: 'submission_pk',
  });
}

describe('loggedError', () => {
  it.each([
    ['of the driver', driverError(`invalid input syntax for type integer: "${SECRET}"`)],
    [
      'of a query',
      new QueryFailedError(
        'store_submission($1)',
        [SECRET],
        driverError(`invalid input syntax for type integer: "${SECRET}"`),
      ),
    ],
    [
      'that was the cause of another',
      new Error('The task failed.', {
        cause: new QueryFailedError(
          'store_submission($1)',
          [SECRET],
          driverError(`value "${SECRET}" is out of range`),
        ),
      }),
    ],
    ['with anything on it', Object.assign(new Error('x'), { body: SECRET, parameters: [SECRET] })],
  ])('logs an error %s without data of respondents', (_case, error) => {
    const log = JSON.stringify(loggedError(error));
    expect(log).toContain('logged-error.spec');
    expect(log).not.toContain('answer');
  });

  it('logs the fields that operators need', () => {
    const error = new QueryFailedError(
      'store_submission($1)',
      [SECRET],
      driverError('duplicate key value violates unique constraint "submission_pk"'),
    );
    expect(loggedError(error)).toMatchObject({
      type: 'QueryFailedError',
      message: 'duplicate key value violates unique constraint "…"',
      code: '22P02',
      table: 'submission',
      constraint: 'submission_pk',
      query: 'store_submission($1)',
    });
    expect(loggedError(new Error('a', { cause: new TypeError('b') }))).toMatchObject({
      message: 'a',
      cause: { type: 'TypeError', message: 'b' },
    });
    expect(loggedError(SECRET)).toEqual({ type: 'string', message: 'Something was thrown.', stack: '' });
  });
});
