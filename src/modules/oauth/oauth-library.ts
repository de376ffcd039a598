import OAuth2Server from '@node-oauth/oauth2-server';
import { OAuthError, type OAuthErrorCode } from '../../domain/errors';
import type { Application } from '../../domain/oauth/application';

/** Lifetimes (decision 24). */
export const CODE_TTL_S = 60;
export const ACCESS_TOKEN_TTL_S = 36_000;

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** Disables the expiry check of the library, which ignores the injected `Clock`; the model checks instead. */
export const NEVER_EXPIRES = new Date(8_640_000_000_000_000);

export function libraryClient({ clientId, redirectUris }: Application): OAuth2Server.Client {
  return { id: clientId, redirectUris: [...redirectUris], grants: [...GRANT_TYPES] };
}

/** Wraps form fields without credentials, which have been verified before. */
export function libraryRequest(fields: Readonly<Record<string, string>>): OAuth2Server.Request {
  return new OAuth2Server.Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: {},
    body: { ...fields },
  });
}

const ERROR_CODES: ReadonlySet<string> = new Set<OAuthErrorCode>([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]);

const isErrorCode = (name: string): name is OAuthErrorCode => ERROR_CODES.has(name);

/** Maps errors of the library to domain errors and unwraps others (decision 2). */
export function toDomainError(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error;
  const { name, message } = error;
  if (isErrorCode(name)) return new OAuthError(name, toDescription(message));
  const inner = (error as unknown as { inner?: unknown }).inner;
  return inner instanceof Error ? toDomainError(inner) : error;
}

/** `error_description` has no quotes and no backslash (RFC 6749 5.2). */
function toDescription(message: string): string {
  const text = message.replace(/["\\]/g, '').replaceAll('`', '');
  return text.endsWith('.') ? text : `${text}.`;
}
