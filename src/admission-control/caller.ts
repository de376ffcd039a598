import type { Request } from 'express';
import { actorOf } from '../authorization/request-actor';
import { addressBlock } from '../domain/account/client-address';

/** Whom a request is counted for: the user who asks, or the address that a stranger asks from. */
export function callerOf(request: Request): string {
  const actor = actorOf(request);
  return actor.kind === 'user' ? `user ${actor.id}` : addressBlock(request.ip);
}
