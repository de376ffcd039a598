import { DeniedError } from '../errors';
import { isDelegated, type UserActor } from './actor';

/**
 * For acts by which a program could give itself more than it was given, where the route as a whole is open to it
 * (decision 23). Routes that are about credentials alone say so in their policy.
 * @throws DeniedError to a delegated credential
 */
export function assertOwnCredential({ credential }: UserActor): void {
  if (isDelegated(credential)) throw new DeniedError();
}
