const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;
const TARGET = /([?&])target_session_attrs=([^&]*)(&|$)/;
/** Values of libpq that select the server that accepts writes. */
const WRITABLE = new Set(['read-write', 'primary']);

export interface DatabaseServers {
  /** One URL for each server, in the order in which they are tried. */
  readonly urls: readonly string[];
  /** Value of `target_session_attrs`. */
  readonly target: string | undefined;
}

/** Splits a URL of several servers, as libpq reads it: `postgres://user@host1:5432,host2:5432/database`. */
export function readServers(url: string): DatabaseServers {
  const [, prefix = '', hosts = '', rest = ''] = PARTS.exec(url) ?? [];
  const target = TARGET.exec(rest)?.[2];
  const path = rest.replace(TARGET, (_, before: string, __, after: string) => (after === '&' ? before : ''));
  return { urls: hosts.split(',').map((host) => `${prefix}${host}${path}`), target };
}

/** Whether a server has to be asked if it accepts writes. */
export function needsSelection({ urls, target }: DatabaseServers): boolean {
  return urls.length > 1 || target !== undefined;
}

/** False when an unescaped `#`, `/` or `@` of the password ends up in another part of the URL. */
export function isDatabaseUrl(value: string): boolean {
  const { urls, target } = readServers(value);
  const isNamed = (url: string): boolean => urls.length === 1 || new URL(url).hostname !== '';
  return (
    (target === undefined || WRITABLE.has(target)) && urls.every((url) => isServerUrl(url) && isNamed(url))
  );
}

function isServerUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { hash, pathname } = new URL(value);
  return hash === '' && !pathname.includes('@');
}
