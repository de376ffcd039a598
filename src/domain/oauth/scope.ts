import type { Scope } from '../account/actor';

/**
 * Scopes that an application may request. `groups` grants nothing; clients of KoboToolbox request it and expect it
 * back (contract-service 4.1, decision 24).
 */
export const OAUTH_SCOPES = ['read', 'write', 'groups'] as const;
export type OAuthScope = (typeof OAUTH_SCOPES)[number];

const isScope = (word: string): word is OAuthScope => (OAUTH_SCOPES as readonly string[]).includes(word);

/**
 * Parses a `scope` parameter (RFC 6749 3.3): deduplicated and sorted, all scopes when absent. Undefined when it is
 * blank or contains an unknown scope.
 */
export function readOAuthScopes(text: string | undefined): readonly OAuthScope[] | undefined {
  if (text === undefined) return OAUTH_SCOPES;
  const words = text.split(' ').filter((word) => word !== '');
  if (words.length === 0 || !words.every(isScope)) return undefined;
  return OAUTH_SCOPES.filter((scope) => words.includes(scope));
}

/** Whether `granted` includes all of `requested`. */
export function coversScopes(granted: readonly string[], requested: readonly string[]): boolean {
  return requested.every((scope) => granted.includes(scope));
}

/** Scopes that the API enforces: all but `groups`. */
export function actorScopes(scopes: readonly string[]): Scope[] {
  return (['read', 'write'] as const).filter((scope) => scopes.includes(scope));
}
