const URL_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Address of a server as people write or copy it, without query, fragment and trailing slash; `https://` is added.
 * Undefined for anything else, also with a username in it.
 */
export function readSourceAddress(text: string): string | undefined {
  const address = text.trim();
  const absolute = URL_SCHEME.test(address) ? address : `https://${address}`;
  if (!URL.canParse(absolute)) return undefined;
  const { protocol, username, password, search, origin, pathname } = new URL(absolute);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '' || search !== '') return undefined;
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Tokens are sent in a header: one word of ASCII characters. */
export function isApiToken(text: string): boolean {
  return /^[\x21-\x7e]{1,500}$/.test(text);
}
