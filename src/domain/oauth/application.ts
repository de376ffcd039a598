import { InvalidError, OAuthError } from '../errors';
import type { Scope } from '../account/actor';

/** Confidential applications can keep a secret, public ones run on the user's device (RFC 6749 2.1). */
export const CLIENT_TYPES = ['confidential', 'public'] as const;
export type ClientType = (typeof CLIENT_TYPES)[number];

export interface Application {
  readonly id: number;
  readonly clientId: string;
  readonly ownerId: number;
  readonly name: string;
  readonly clientType: ClientType;
  /** Matched exactly. */
  readonly redirectUris: readonly string[];
  readonly dateCreated: Date;
  readonly dateModified: Date;
}

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

export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** Authorization header and form fields of a request to a token endpoint. */
export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

const MISSING_CREDENTIALS = 'Send the client_id and client_secret of the application.';

/**
 * Reads the client credentials from the header or the form, never both (RFC 6749 2.3.1). Both parts of the header
 * are form-decoded; client ids and secrets contain no character that this changes.
 * @throws OAuthError when they are missing, malformed or sent twice
 */
export function readClientCredentials({ authorization, fields }: ClientRequest): ClientCredentials {
  const { client_id: clientId, client_secret: secret } = fields;
  if (authorization === undefined) {
    if (clientId === undefined) throw new OAuthError('invalid_client', MISSING_CREDENTIALS);
    return { clientId, secret };
  }
  const credentials = readBasic(authorization);
  if (credentials === undefined) throw new OAuthError('invalid_client', MISSING_CREDENTIALS);
  if (secret !== undefined || (clientId !== undefined && clientId !== credentials.clientId)) {
    throw new OAuthError(
      'invalid_request',
      'Send the credentials of the application in the header or in the form, not both.',
    );
  }
  return credentials;
}

function readBasic(authorization: string): ClientCredentials | undefined {
  const encoded = /^\s*basic\s+([A-Za-z0-9+/_-]+={0,2})\s*$/i.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  const [clientId, secret] = [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))];
  return { clientId, secret: secret === '' ? undefined : secret };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
