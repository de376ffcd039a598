import { InvalidError } from '../errors';

/** Browsers and servers take URLs of this length without trouble. */
const LONGEST = 2000;

/**
 * Why an address can't be one that codes are sent to, as the end of a sentence; undefined when it can. It is absolute and
 * has no fragment (RFC 6749 3.1.2). Beside http and https, an installed application may have a scheme of its own, which
 * holds a dot as its domain does (RFC 8252 7.1): so `javascript:` and the like are none.
 */
export function whyUnfitRedirectUri(uri: string): string | undefined {
  if (uri.length > LONGEST) return `is longer than ${LONGEST} characters`;
  if (!/^[\x21-\x7e]+$/.test(uri)) return 'holds characters that must be percent-encoded';
  if (uri.includes('#')) return 'has a fragment (#), which redirects never carry';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(uri)) return 'is not an absolute URI';
  if (scheme === 'http' || scheme === 'https') {
    const { username, password } = new URL(uri);
    if (!/^https?:\/\/[^/]/i.test(uri)) return 'has no host';
    return username === '' && password === '' ? undefined : 'holds a username or password';
  }
  return scheme.includes('.')
    ? undefined
    : 'must start with https://, http:// or a scheme of the application such as org.example.app:/';
}

/**
 * Addresses as they are registered, each once.
 * @param sent a list, or text that parts them by white space (contract-service 4)
 * @throws InvalidError for anything else; whether the addresses are fit is another question
 */
export function readRedirectUris(sent: unknown): string[] {
  const parts: unknown[] = typeof sent === 'string' ? sent.split(/\s+/) : Array.isArray(sent) ? sent : [sent];
  if (!parts.every((part) => typeof part === 'string')) {
    throw new InvalidError('Send the addresses as text or as a list of texts.');
  }
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** The address with an answer to the application in its query (RFC 6749 4.1.2); what is undefined is left out. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) query.set(name, value);
  return `${uri}${uri.includes('?') ? '&' : '?'}${query.toString()}`;
}
