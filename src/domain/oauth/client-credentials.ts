import { OAuthError } from '../errors';

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
