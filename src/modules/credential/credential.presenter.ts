import { Reply } from '../../http/reply';
import type { DefaultToken } from './credential.service';

const NO_STORE = { 'Cache-Control': 'no-store' };

export function presentToken(token: DefaultToken): Reply<{ token: string }> {
  return new Reply(200, bodyOf(token), NO_STORE);
}

/** 201 when the request created the token, else 200 (decision 1). */
export function presentCreatedToken(token: DefaultToken): Reply<{ token: string }> {
  return new Reply(token.created ? 201 : 200, bodyOf(token), NO_STORE);
}

function bodyOf({ key }: DefaultToken): { token: string } {
  return { token: key };
}
