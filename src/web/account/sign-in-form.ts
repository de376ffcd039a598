import { localPath } from '../page/local-path';
import { type Sent, textOf } from '../page/sent-form';
import { DEFAULT_NEXT_PATH, type SignInForm } from './sign-in.page';

/** Reads the query or body of the sign-in page; every field is optional. */
export function readSignInForm(sent: Sent): SignInForm & { readonly password: string } {
  return {
    username: textOf(sent['username']).trim(),
    password: textOf(sent['password']),
    next: localPath(sent['next'], DEFAULT_NEXT_PATH),
  };
}
