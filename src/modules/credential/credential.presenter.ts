import { Reply } from '../../http/reply';
import type { DefaultToken } from './credential.service';

/** 201 when the question made the token, else 200 (decision 1). */
export function presentMadeToken(token: DefaultToken): Reply<{ token: string }> {
  return new Reply(token.created ? 201 : 200, presentToken(token));
}

export function presentToken({ key }: DefaultToken): { token: string } {
  return { token: key };
}
