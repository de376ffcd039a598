import type { Request } from 'express';
import type { Actor } from '../domain/account/actor';
import type { AssetAccess } from '../domain/permission/asset-access';
import type { Codename } from '../domain/permission/codename';
import type { BrowserSession } from '../domain/account/credential';

declare global {
  namespace Express {
    /** Facts that guards established, for the functions below only. */
    interface Locals {
      actor?: Actor;
      session?: BrowserSession;
      access?: AssetAccess<Codename>;
    }
  }
}

/** Called by `AuthenticationGuard` only. */
export function setActor(request: Request, actor: Actor): void {
  request.res!.locals.actor = actor;
}

/** The caller. @throws Error when no guard ran: fails closed */
export function actorOf(request: Request): Actor {
  const { actor } = request.res!.locals;
  if (actor === undefined) throw new Error('The request was not authenticated.');
  return actor;
}

/** The caller; undefined if the request failed before it was authenticated. */
export function identifiedActor(request: Request): Actor | undefined {
  return request.res!.locals.actor;
}

/** Called by `SessionStrategy` only. */
export function setSession(request: Request, session: BrowserSession): void {
  request.res!.locals.session = session;
}

/** The browser session that authenticated the caller; undefined for other credentials or none. */
export function sessionOf(request: Request): BrowserSession | undefined {
  return request.res!.locals.session;
}

/** Called by `AccessGuard` only. */
export function setAccess(request: Request, access: AssetAccess<Codename>): void {
  request.res!.locals.access = access;
}

/** The proof of permission on the asset of this request. @throws Error when no guard proved any */
export function accessOf(request: Request): AssetAccess<Codename> {
  const { access } = request.res!.locals;
  if (access === undefined) throw new Error('No permission was proven for this request.');
  return access;
}
