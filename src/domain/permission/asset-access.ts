import type { Codename } from './codename';
import type { SubmissionFilter } from './permission-set';
import { DeniedError, type DomainError, NotFoundError, UnauthenticatedError } from '../errors';

declare const proven: unique symbol;

/**
 * Capability: proves that a caller holds the permission `P` on one asset. Services require it as an argument; only
 * `asset-access.factory.ts` constructs one. `AssetAccess<'change_asset' | 'view_asset'>` proves one of the two. Access
 * with a stronger permission does not prove what that implies: authorize the permission that is needed.
 */
export interface AssetAccess<P extends Codename> {
  readonly [proven]: P;
  readonly assetId: number;
  readonly assetUid: string;
  readonly ownerId: number;
  /** All permissions of the caller on the asset that have no row filter. */
  readonly held: ReadonlySet<Codename>;
  /** Submissions that `P` covers; absent: all. Every query on submissions must apply it. */
  readonly filter?: SubmissionFilter;
}

/** Response to a request without permission: 404, 403 or 401. */
export type AccessDenial = 'not-found' | 'denied' | 'unauthenticated';

/**
 * Routes that deny alike: the asset and its deployment; resources nested below it (data, files, …); its history; OpenRosa;
 * OData.
 */
export type RouteFamily = 'asset-detail' | 'nested' | 'history' | 'openrosa' | 'odata';

/** Request that lacks the permission required by its route. */
export interface DeniedRequest {
  readonly family: RouteFamily;
  readonly actor: 'anonymous' | 'user';
  /** The caller may view the resource (holds the permission of GET). */
  readonly canSee: boolean;
  /** GET, HEAD or OPTIONS. */
  readonly safeMethod: boolean;
}

/**
 * Chooses the response to a denied request (contract-assets 0.4, decision 3): 404 for a resource that the caller cannot see.
 * Exceptions: anonymous writes to an asset, anonymous OpenRosa and OData requests get 401, since these clients send
 * credentials only on a challenge (contract-data 4.5, contract-odata 1). A user who posts to OpenRosa gets 403: the form is
 * already filled in. History never gets 404 (contract-assets 7.9).
 */
export function accessDenial({ family, actor, canSee, safeMethod }: DeniedRequest): AccessDenial {
  const visibleDenial: AccessDenial = actor === 'anonymous' ? 'unauthenticated' : 'denied';
  switch (family) {
    case 'asset-detail':
      return canSee || (actor === 'anonymous' && !safeMethod) ? visibleDenial : 'not-found';
    case 'nested':
      return canSee ? visibleDenial : 'not-found';
    case 'history':
      return visibleDenial;
    case 'openrosa':
      return actor === 'user' && safeMethod ? 'not-found' : visibleDenial;
    case 'odata':
      return canSee || actor === 'anonymous' ? visibleDenial : 'not-found';
  }
}

/** Error of a denial, with one message per kind so that messages do not leak existence. */
export function accessDenialError(kind: AccessDenial): DomainError {
  switch (kind) {
    case 'not-found':
      return new NotFoundError();
    case 'denied':
      return new DeniedError();
    case 'unauthenticated':
      return new UnauthenticatedError();
  }
}
