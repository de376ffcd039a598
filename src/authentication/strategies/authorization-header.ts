import { whyUnstorable } from '../../domain/text/unstorable-text';

/** The two parts of an `Authorization` header. */
export interface Authorization {
  /** In lower case. */
  readonly scheme: string;
  /** Empty when there is nothing behind the scheme. */
  readonly credentials: string;
}

export interface PasswordPair {
  readonly username: string;
  readonly password: string;
}

/** Splits a header at its first white space. */
export function readAuthorization(header: string): Authorization {
  const [scheme = ''] = /^\S*/.exec(header.trim()) ?? [];
  return { scheme: scheme.toLowerCase(), credentials: header.trim().slice(scheme.length).trim() };
}

/** A token is one word of visible ASCII. */
export function readToken(value: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(value) ? value : undefined;
}

/** A Basic pair, parted at the first colon: a password may hold further ones. Text that no account can have is none. */
export function readPasswordPair(value: string): PasswordPair | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 || whyUnstorable(text) !== undefined
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
