import type { Scope } from '../account/actor';

/**
 * What an application may ask for. `groups` opens nothing here: clients of KoboToolbox ask for it and expect it back
 * (contract-service 4.1, decision 24).
 */
export const OAUTH_SCOPES = ['read', 'write', 'groups'] as const;
export type OAuthScope = (typeof OAUTH_SCOPES)[number];

const isScope = (word: string): word is OAuthScope => (OAUTH_SCOPES as readonly string[]).includes(word);

/**
 * The scopes that a `scope` parameter names, each once and in one order (RFC 6749 3.3); all of them when there is no
 * parameter. Undefined when it names one that does not exist, or is nothing but blanks.
 */
export function readScopes(text: string | undefined): readonly OAuthScope[] | undefined {
  if (text === undefined) return OAUTH_SCOPES;
  const words = text.split(' ').filter((word) => word !== '');
  if (words.length === 0 || !words.every(isScope)) return undefined;
  return OAUTH_SCOPES.filter((scope) => words.includes(scope));
}

/** Whether every one of `asked` is in `granted`. */
export function coversScopes(granted: readonly string[], asked: readonly string[]): boolean {
  return asked.every((scope) => granted.includes(scope));
}

/** The scopes that open anything: what requests are checked against. */
export function actorScopes(scopes: readonly string[]): Scope[] {
  return (['read', 'write'] as const).filter((scope) => scopes.includes(scope));
}
