import { InvalidError } from '../../../domain/errors';
import type { SourceCredentials, SourceKind, SourceSecret } from '../../../domain/migration/migration-task';
import { isApiToken, readSourceAddress } from '../../../domain/migration/source-address';
import { SourceCredentialsError, SourcePartError, SourceUnavailableError } from '../migration-source.port';

const EXAMPLES: Readonly<Record<SourceKind, string>> = {
  kobo: 'https://kf.kobotoolbox.org',
  central: 'https://central.example.org',
};
const NAMES: Readonly<Record<SourceKind, string>> = { kobo: 'KoboToolbox', central: 'ODK Central' };

/** @throws InvalidError by field */
export function checkCredentials({ from, source, secret }: SourceCredentials): SourceCredentials {
  const address = readSourceAddress(source);
  if (address === undefined) {
    throw InvalidError.at(
      'source',
      `Enter the address of a server, such as ${EXAMPLES[from]}, without user and query.`,
    );
  }
  return { from, source: address, secret: checkSecret(from, secret) };
}

function checkSecret(from: SourceKind, secret: SourceSecret): SourceSecret {
  if (!('token' in secret)) {
    if (from === 'kobo') throw InvalidError.at('token', 'Send the API token of the account.');
    if (secret.email === '') throw InvalidError.at('email', 'Enter the e-mail address of the account.');
    if (secret.password === '') throw InvalidError.at('password', 'Enter the password of the account.');
    return secret;
  }
  const token = secret.token.trim();
  if (!isApiToken(token)) throw InvalidError.at('token', 'The token must be one word of ASCII letters.');
  return { token };
}

/** Translates errors of a source to those of the fields that cause them; others are returned as they are. */
export function toInvalidError(error: unknown, { from, secret }: SourceCredentials): unknown {
  if (error instanceof SourceCredentialsError) {
    if (!('token' in secret))
      return InvalidError.at('password', 'The server refuses the e-mail address or the password.');
    const advice = from === 'kobo' ? 'Copy it again from its /token/ page.' : 'Sign in there again.';
    return InvalidError.at('token', `The server refuses the token. ${advice}`);
  }
  if (error instanceof SourceUnavailableError || error instanceof SourcePartError) {
    const { message } = error.cause instanceof Error ? error.cause : error;
    return InvalidError.at(
      'source',
      `The server does not respond as ${NAMES[from]} does. Check the address. (${message})`,
    );
  }
  return error;
}
