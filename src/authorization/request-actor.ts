import type { Request } from 'express';
import type { Actor } from '../domain/account/actor';
import type { AssetAccess } from '../domain/permission/asset-access';
import type { Codename } from '../domain/permission/codename';
import type { BrowserSession } from '../domain/account/browser-session';

const actors = new WeakMap<Request, Actor>();
const sessions = new WeakMap<Request, BrowserSession>();
const accesses = new WeakMap<Request, AssetAccess<Codename>>();

/** Called by `AuthenticationGuard` only. */
export function setActor(request: Request, actor: Actor): void {
  actors.set(request, actor);
}

/** The caller. @throws Error when no guard ran: fails closed */
export function actorOf(request: Request): Actor {
  const actor = actors.get(request);
  if (actor === undefined) throw new Error('The request was not authenticated.');
  return actor;
}

/** The caller; undefined if the request failed before it was authenticated. */
export function identifiedActor(request: Request): Actor | undefined {
  return actors.get(request);
}

/** Called by `SessionStrategy` only. */
export function setSession(request: Request, session: BrowserSession): void {
  sessions.set(request, session);
}

/** The browser session that authenticated the caller; undefined for other credentials or none. */
export function sessionOf(request: Request): BrowserSession | undefined {
  return sessions.get(request);
}

/** Called by `AccessGuard` only. */
export function setAccess(request: Request, access: AssetAccess<Codename>): void {
  accesses.set(request, access);
}

/** The proof of permission on the asset of this request. @throws Error when no guard proved any */
export function accessOf(request: Request): AssetAccess<Codename> {
  const access = accesses.get(request);
  if (access === undefined) throw new Error('No permission was proven for this request.');
  return access;
}
