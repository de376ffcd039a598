import {
  ConflictError,
  InvalidError,
  NotFoundError,
  TooManyRequestsError,
  UnauthenticatedError,
} from '../../domain/errors';
import { Reply } from '../../http/reply';
import { handleForm, type FormErrors } from './handle-form';

const replies = {
  done: (result: string) => new Reply(303, result),
  invalid: (errors: FormErrors) => new Reply(errors.status, errors),
};

describe('handleForm', () => {
  it('returns the reply of a successful action', async () => {
    await expect(handleForm(async () => 'there', replies)).resolves.toEqual(new Reply(303, 'there'));
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
    [new TooManyRequestsError('Later.', 7), 429, { message: 'Later.', headers: { 'Retry-After': '7' } }],
  ])('shows the form again for %s', async (error, status, errors) => {
    const reply = await handleForm(() => Promise.reject(error), replies);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject(errors);
  });

  it('rethrows errors that the user cannot correct', async () => {
    await expect(handleForm(() => Promise.reject(new NotFoundError()), replies)).rejects.toThrow(
      NotFoundError,
    );
    await expect(handleForm(() => Promise.reject(new Error('broken')), replies)).rejects.toThrow('broken');
  });
});
