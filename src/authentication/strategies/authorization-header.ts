import { unstorableReason } from '../../domain/text/unstorable-text';

export interface Authorization {
  /** In lower case. */
  readonly scheme: string;
  readonly credentials: string;
}

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

export function parseAuthorization(header: string): Authorization {
  const [scheme = ''] = /^\S*/.exec(header.trim()) ?? [];
  return { scheme: scheme.toLowerCase(), credentials: header.trim().slice(scheme.length).trim() };
}

/** A token is one word of visible ASCII. */
export function parseToken(value: string): string | undefined {
  return /^[\x21-\x7e]+$/.test(value) ? value : undefined;
}

/** Splits at the first colon: a password may contain others. Undefined for text that cannot be stored. */
export function parseBasicCredentials(value: string): BasicCredentials | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return undefined;
  const text = Buffer.from(value, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 || unstorableReason(text) !== undefined
    ? undefined
    : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
