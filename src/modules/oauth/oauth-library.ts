import OAuth2Server from '@node-oauth/oauth2-server';
import { OAuthError, type OAuthErrorCode } from '../../domain/errors';
import type { Application } from '../../domain/oauth/application';

/** Seconds that a code can be redeemed, and that an access token holds (decision 24). */
export const CODE_SECONDS = 60;
export const ACCESS_TOKEN_SECONDS = 36_000;

/** The grants of this server; applications that ask for another are told so. */
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/**
 * The library compares with its own clock, where this service has one that tests can set: so the model checks what has
 * expired, and the library is told of a moment that never comes.
 */
export const NEVER = new Date(8_640_000_000_000_000);

/** An application in the library's words. */
export function libraryClient({ clientId, redirectUris }: Application): OAuth2Server.Client {
  return { id: clientId, redirectUris: [...redirectUris], grants: [...GRANT_TYPES] };
}

/** A form as the library takes it. The credentials have been checked before, so that none are in it. */
export function libraryRequest(fields: Readonly<Record<string, string>>): OAuth2Server.Request {
  return new OAuth2Server.Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: {},
    body: { ...fields },
  });
}

const WORDS: ReadonlySet<string> = new Set<OAuthErrorCode>([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

const isWord = (name: string): name is OAuthErrorCode => WORDS.has(name);

/**
 * What the library threw, as an error of the family: the one place where its errors are read (decision 2). What it
 * wrapped, because it was none of its own, comes out again as it was.
 */
export function ownError(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  const { name, message } = error;
  if (isWord(name)) return new OAuthError(name, sentence(message));
  const inner = (error as unknown as { inner?: unknown }).inner;
  return inner instanceof Error ? ownError(inner) : error;
}

/** `error_description` has no quotes and no backslash (RFC 6749 5.2). */
function sentence(message: string): string {
  const text = message.replace(/["\\]/g, '').replaceAll('`', '');
  return text.endsWith('.') ? text : `${text}.`;
}
