import { InvalidError } from '../../domain/errors';
import { type Sent, textOf } from '../page/sent-form';

export interface PasswordForm {
  readonly currentPassword: string;
  readonly newPassword: string;
}

/** @throws InvalidError if the two new passwords differ */
export function readPasswordForm(body: Sent): PasswordForm {
  return { currentPassword: textOf(body['current_password']), newPassword: readNewPassword(body) };
}

/** @throws InvalidError if the two new passwords differ */
export function readNewPassword(body: Sent): string {
  const newPassword = textOf(body['new_password']);
  if (newPassword !== textOf(body['repeated_password'])) {
    throw InvalidError.at('repeated_password', 'The passwords do not match. Enter the new password again.');
  }
  return newPassword;
}
