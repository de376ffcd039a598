import type { Request } from 'express';
import type { Actor } from '../domain/account/actor';
import type { AssetAccess } from '../domain/permission/asset-access';
import type { Codename } from '../domain/permission/codename';
import type { KnownSession } from '../domain/account/known-session';
import { RequestNote } from '../http/request-note';

const actors = new RequestNote<Actor>('actor');
const sessions = new RequestNote<KnownSession>('session');
const accesses = new RequestNote<AssetAccess<Codename>>('access');

/** Written by `Authentication` alone. */
export function setActor(request: Request, actor: Actor): void {
  actors.leave(request, actor);
}

/** Who is asking. Throws when no guard ran, so that nothing is ever served to nobody. */
export function actorOf(request: Request): Actor {
  const actor = actors.of(request);
  if (actor === undefined) throw new Error('The request was not authenticated.');
  return actor;
}

/** Written by `Authentication` alone. */
export function setSession(request: Request, session: KnownSession): void {
  sessions.leave(request, session);
}

/** The session that the caller proved itself by; undefined when it did so by other means, or not at all. */
export function sessionOf(request: Request): KnownSession | undefined {
  return sessions.of(request);
}

/** Written by `PolicyCheck` alone. */
export function setAccess(request: Request, access: AssetAccess<Codename>): void {
  accesses.leave(request, access);
}

/** The proof of permission on the asset of this request. Throws when no guard proved any. */
export function accessOf(request: Request): AssetAccess<Codename> {
  const access = accesses.of(request);
  if (access === undefined) throw new Error('No permission was proven for this request.');
  return access;
}
