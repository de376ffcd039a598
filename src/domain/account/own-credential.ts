import { DeniedError } from '../errors';
import { isDelegated, type UserActor } from './actor';

/**
 * Guards actions that could escalate privileges on routes that delegated credentials may otherwise call (decision 23).
 * Routes that only manage credentials declare a policy instead.
 * @throws DeniedError for a delegated credential
 */
export function assertOwnCredential({ credential }: UserActor): void {
  if (isDelegated(credential)) throw new DeniedError();
}
