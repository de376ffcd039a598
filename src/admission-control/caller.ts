import type { Request } from 'express';
import { actorOf } from '../authorization/request-actor';
import { addressBlock } from '../domain/account/client-address';

/** Fairness key: user id, or client network if anonymous. */
export function callerOf(request: Request): string {
  const actor = actorOf(request);
  return actor.kind === 'user' ? `user ${actor.id}` : addressBlock(request.ip);
}
