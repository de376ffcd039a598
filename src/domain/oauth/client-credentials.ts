import { OAuthError } from '../errors';

/** How an application says which one it is. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret: string | undefined;
}

/** A request of an application for itself: its header, and the fields of its form. */
export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
}

const UNIDENTIFIED = 'Send the client_id and client_secret of the application.';

/**
 * The credentials by the header or by the form, never by both (RFC 6749 2.3.1). In the header both parts are
 * form-encoded first, which some clients leave out; ours hold no character for which that makes a difference.
 * @throws OAuthError
 */
export function readClientCredentials({ authorization, fields }: ClientRequest): ClientCredentials {
  const { client_id: clientId, client_secret: secret } = fields;
  if (authorization === undefined) {
    if (clientId === undefined) throw new OAuthError('invalid_client', UNIDENTIFIED);
    return { clientId, secret };
  }
  const credentials = readBasic(authorization);
  if (credentials === undefined) throw new OAuthError('invalid_client', UNIDENTIFIED);
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
