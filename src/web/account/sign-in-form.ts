import { localPath } from '../page/local-path';
import { DEFAULT_NEXT_PATH, type SignInForm } from './sign-in.page';

/** Reads the query or body of the sign-in page; every field is optional. */
export function readSignInForm(
  sent: Readonly<Record<string, unknown>>,
): SignInForm & { readonly password: string } {
  return {
    username: textOf(sent['username']).trim(),
    password: textOf(sent['password']),
    next: localPath(sent['next'], DEFAULT_NEXT_PATH),
  };
}

/** A form field as text; empty if absent or repeated. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
