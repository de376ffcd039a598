import { DeniedError, type DomainError, NotFoundError, UnauthenticatedError } from '../errors';

/** How a refusal is told: the thing is hidden, seen but closed, or closed until the caller says who it is. */
export type Denial = 'not-found' | 'denied' | 'unauthenticated';

/**
 * Groups of routes that refuse alike: the asset and its deployment; everything nested below it (data, files, …);
 * its history; what collectors fetch and post; the feed for spreadsheets.
 */
export type RouteFamily = 'asset-detail' | 'nested' | 'history' | 'openrosa' | 'feed';

/** A request that lacks the permission its route demands. */
export interface Refused {
  readonly family: RouteFamily;
  readonly actor: 'anonymous' | 'user';
  /** The caller holds the permission that makes the thing visible (the route's GET permission). */
  readonly canSee: boolean;
  /** GET, HEAD or OPTIONS. */
  readonly safeMethod: boolean;
}

/**
 * The one rule of refusal (contract-assets 0.4, decision 3; contract-data 4.5 for collectors). What the caller can't see
 * is not found. Three groups differ: an anonymous write on an asset is asked to sign in before the asset is looked up, and
 * so is every anonymous collector, for it has no other way to ask for credentials. A collector that posts is told that
 * it may not: the enumerator has filled in the form. Whoever does not manage an asset is refused its history, whether
 * there is one or not (contract-assets 7.9). Spreadsheets ask for credentials only when they are told to (contract-odata 1).
 */
export function denial({ family, actor, canSee, safeMethod }: Refused): Denial {
  const whenKnown: Denial = actor === 'anonymous' ? 'unauthenticated' : 'denied';
  switch (family) {
    case 'asset-detail':
      return canSee || (actor === 'anonymous' && !safeMethod) ? whenKnown : 'not-found';
    case 'nested':
      return canSee ? whenKnown : 'not-found';
    case 'history':
      return whenKnown;
    case 'openrosa':
      return actor === 'user' && safeMethod ? 'not-found' : whenKnown;
    case 'feed':
      return canSee || actor === 'anonymous' ? whenKnown : 'not-found';
  }
}

/** The error that tells a denial to the caller, in one wording per kind so that existence never leaks. */
export function denialError(kind: Denial): DomainError {
  switch (kind) {
    case 'not-found':
      return new NotFoundError();
    case 'denied':
      return new DeniedError();
    case 'unauthenticated':
      return new UnauthenticatedError();
  }
}
