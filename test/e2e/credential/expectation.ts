import type { Route } from '../../../src/authorization/route-table';
import type { RouteFamily } from '../../../src/domain/permission/asset-access';

/** The properties of a credential that determine responses. All but the first belong to the same user, a stranger. */
export interface Credential {
  readonly name: string;
  readonly kind: 'none' | 'ignored' | 'broken' | 'own' | 'delegated' | 'session without CSRF';
  readonly scopes: readonly ('read' | 'write')[];
  /** Scheme of the WWW-Authenticate challenge if the credential is invalid. */
  readonly challenge?: 'Bearer';
}

export interface Expectation {
  readonly status: number | 'admitted' | 'judged by the service';
  /** Of a 401 or 403. */
  readonly challenge?: RegExp;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Statuses for outsiders by route family (contract-assets 0.4, contract-data 4.5). */
const REFUSAL: Readonly<
  Record<RouteFamily, { anonymous: [safe: number, unsafe: number]; stranger: number }>
> = {
  'asset-detail': { anonymous: [404, 401], stranger: 404 },
  nested: { anonymous: [404, 404], stranger: 404 },
  history: { anonymous: [401, 401], stranger: 403 },
  openrosa: { anonymous: [401, 401], stranger: 404 },
  odata: { anonymous: [401, 401], stranger: 404 },
};

/**
 * Predicts the result of a credential on a route from the route's policy alone, so that new routes are covered.
 * Checks in order: credential, scope, permission, CSRF token.
 */
export function expectation(route: Route, credential: Credential): Expectation {
  const expected = byPolicy(route, credential);
  const isAdmitted = typeof expected.status === 'string';
  const isForged = credential.kind === 'session without CSRF' && !SAFE.has(route.method);
  return isAdmitted && (route.requiresCsrfToken || isForged) ? { status: 403 } : expected;
}

function byPolicy(route: Route, credential: Credential): Expectation {
  const { method, policy } = route;
  const { kind, scopes } = credential;
  if (kind === 'ignored') {
    const expected = byPolicy(route, { ...credential, kind: 'none' });
    return expected.status === 404 ? { status: 401 } : expected;
  }
  const isSafe = SAFE.has(method);
  if (policy.kind === 'application') return { status: 401, challenge: /^Basic realm=/ };
  if (policy.kind === 'unauthenticated') return { status: 'admitted' };
  if (kind === 'broken') {
    return {
      status: 401,
      ...(credential.challenge === 'Bearer' && { challenge: /^Bearer .*error="invalid_token"/ }),
    };
  }
  const needed = isSafe ? 'read' : 'write';
  if (kind !== 'none' && !scopes.includes(needed)) {
    return { status: 403, challenge: new RegExp(`^Bearer .*error="insufficient_scope".*scope="${needed}"$`) };
  }
  switch (policy.kind) {
    case 'public':
      return { status: 'admitted' };
    case 'signed-in':
      return { status: kind === 'none' ? 401 : 'admitted' };
    case 'superuser':
      return { status: kind === 'none' ? 401 : 403 };
    case 'own-credentials':
      if (kind === 'delegated') return { status: 403 };
      if (kind === 'none') return { status: policy.inService ? 'judged by the service' : 401 };
      return { status: policy.inService ? 'judged by the service' : 'admitted' };
    case 'in-service':
      return { status: kind === 'none' && policy.signedIn ? 401 : 'judged by the service' };
    case 'asset': {
      const { anonymous, stranger } = REFUSAL[policy.family];
      return { status: kind === 'none' ? anonymous[isSafe ? 0 : 1] : stranger };
    }
    case 'fallback':
      return { status: 404 };
  }
}
