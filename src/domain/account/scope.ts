import { InvalidError } from '../errors';
import type { Scope } from './actor';

/** In display order. */
export const SCOPES = ['read', 'write'] as const satisfies readonly Scope[];

/**
 * Parses the scopes of a token, deduplicated and sorted.
 * @param sent a list, or text separated by white space or commas; absent: all scopes
 * @throws InvalidError on the field `scopes`
 */
export function readScopes(sent: unknown): Scope[] {
  if (sent === undefined) return [...SCOPES];
  const words: unknown[] = typeof sent === 'string' ? sent.split(/[\s,]+/).filter(Boolean) : asList(sent);
  const unknown = words.find((word) => !(SCOPES as readonly unknown[]).includes(word));
  if (unknown !== undefined) {
    throw InvalidError.at('scopes', `${JSON.stringify(unknown)} is not a valid choice.`);
  }
  if (words.length === 0) throw InvalidError.at('scopes', `Choose one or more of ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => words.includes(scope));
}

function asList(sent: unknown): unknown[] {
  return Array.isArray(sent) ? sent : [sent];
}
