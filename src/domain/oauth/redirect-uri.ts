import { InvalidError } from '../errors';

/** In characters; browsers and servers support URLs of this length. */
const MAX_LENGTH = 2000;

/**
 * Reason why a URI is not valid as a redirect URI, as a predicate ("has a fragment"); undefined when it is valid.
 * It must be absolute without a fragment (RFC 6749 3.1.2). Private-use schemes need a dot (RFC 8252 7.1), which
 * excludes `javascript:` and the like.
 */
export function redirectUriProblem(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'contains characters that must be percent-encoded';
  if (uri.includes('#')) return 'has a fragment (#), which is not allowed';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(uri)) return 'is not an absolute URI';
  if (scheme === 'http' || scheme === 'https') {
    const { username, password } = new URL(uri);
    if (!/^https?:\/\/[^/]/i.test(uri)) return 'has no host';
    return username === '' && password === '' ? undefined : 'contains a username or password';
  }
  return scheme.includes('.')
    ? undefined
    : 'must start with https://, http:// or a scheme of the application such as org.example.app:/';
}

/**
 * Parses a list of redirect URIs and removes duplicates; does not validate them.
 * @param sent a list, or text separated by white space (contract-service 4)
 * @throws InvalidError for other types
 */
export function readRedirectUris(sent: unknown): string[] {
  const parts: unknown[] = typeof sent === 'string' ? sent.split(/\s+/) : Array.isArray(sent) ? sent : [sent];
  if (!parts.every((part) => typeof part === 'string')) {
    throw new InvalidError('Send the redirect URIs as a string or a list of strings.');
  }
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** Appends the authorization response to the query of a redirect URI (RFC 6749 4.1.2); skips undefined parameters. */
export function authorizationResponseUri(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${query.toString()}`;
}
