import { localPath } from '../page/local-path';
import { AFTER_SIGN_IN, type SignInForm } from './sign-in.page';

/** What the query or the body of the sign-in page says; nothing in it is required. */
export function readSignInForm(
  sent: Readonly<Record<string, unknown>>,
): SignInForm & { readonly password: string } {
  return {
    username: textOf(sent['username']).trim(),
    password: textOf(sent['password']),
    next: localPath(sent['next'], AFTER_SIGN_IN),
  };
}

/** A field of a form as text; what is absent or sent twice counts as empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
