import { InvalidError } from '../../domain/errors';
import { textOf } from './sign-in-form';

export interface PasswordForm {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** @throws InvalidError when the new password was mistyped */
export function readPasswordForm(body: Readonly<Record<string, unknown>>): PasswordForm {
  const newPassword = textOf(body['new_password']);
  if (newPassword !== textOf(body['repeated_password'])) {
    throw new InvalidError({ repeated_password: ['The two differ; type the new password again.'] });
  }
  return { currentPassword: textOf(body['current_password']), newPassword };
}
