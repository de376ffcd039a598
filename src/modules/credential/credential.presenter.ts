import { Reply } from '../../http/reply';
import type { DefaultToken } from './credential.service';

/** Nothing on its way to the caller may keep a token. */
const UNKEPT = { 'Cache-Control': 'no-store' };

export function presentToken(token: DefaultToken): Reply<{ token: string }> {
  return new Reply(200, bodyOf(token), UNKEPT);
}

/** 201 when the question made the token, else 200 (decision 1). */
export function presentMadeToken(token: DefaultToken): Reply<{ token: string }> {
  return new Reply(token.created ? 201 : 200, bodyOf(token), UNKEPT);
}

function bodyOf({ key }: DefaultToken): { token: string } {
  return { token: key };
}
