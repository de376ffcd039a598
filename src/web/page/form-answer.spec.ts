import {
  ConflictError,
  InvalidError,
  NotFoundError,
  TooManyError,
  UnauthenticatedError,
} from '../../domain/errors';
import { Reply } from '../../http/reply';
import { answerForm, type FormProblem } from './form-answer';

const answers = {
  done: (result: string) => new Reply(303, result),
  again: (problem: FormProblem) => new Reply(problem.status, problem),
};

describe('answerForm', () => {
  it('goes on when the work is done', async () => {
    await expect(answerForm(async () => 'there', answers)).resolves.toEqual(new Reply(303, 'there'));
  });

  it.each([
    [
      new InvalidError({ name: ['One.', 'Two.'], more: { inner: ['Three.'] } }),
      400,
      { fields: { name: 'One. Two.', more: 'Three.' } },
    ],
    [new InvalidError('A sentence.'), 400, { message: 'A sentence.', fields: {} }],
    [
      new UnauthenticatedError('No.'),
      401,
      { message: 'No.', headers: { 'WWW-Authenticate': expect.any(String) } },
    ],
    [new ConflictError('Taken.'), 409, { message: 'Taken.' }],
    [new TooManyError('Later.', 7), 429, { message: 'Later.', headers: { 'Retry-After': '7' } }],
  ])('shows the form again for %s', async (error, status, problem) => {
    const reply = await answerForm(() => Promise.reject(error), answers);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject(problem);
  });

  it('leaves to others what nobody can mend on the form', async () => {
    await expect(answerForm(() => Promise.reject(new NotFoundError()), answers)).rejects.toThrow(
      NotFoundError,
    );
    await expect(answerForm(() => Promise.reject(new Error('broken')), answers)).rejects.toThrow('broken');
  });
});
