import { isIP } from 'node:net';

/** Scheme, host and perhaps a port, and nothing else that a URL can hold. */
export function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, origin, href } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

/** Scheme, host and perhaps a path, and nothing else that a URL can hold. */
export function isPlainAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, origin, pathname, href } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${origin}${pathname}`;
}

/** Whatever is in its password is written so that a URL can hold it: else a part of it is taken for something else. */
export function isDatabaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { hash, pathname } = new URL(value);
  return hash === '' && !pathname.includes('@');
}

/** What Express understands: none, so many hops, or names of ranges and addresses parted by commas. */
export function isProxySetting(value: string): boolean {
  if (value === 'false' || /^\d{1,2}$/.test(value)) return true;
  const isRange = (entry: string): boolean => /^(loopback|linklocal|uniquelocal)$/.test(entry);
  return value.split(',').every((entry) => isRange(entry.trim()) || isAddressOrNetwork(entry.trim()));
}

/** Hosts, addresses and networks in CIDR notation, parted by commas. */
export function isTargetList(value: string): boolean {
  const isHost = (entry: string): boolean => /^(?!-)[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/.test(entry);
  return value.split(',').every((entry) => isHost(entry.trim()) || isAddressOrNetwork(entry.trim()));
}

function isAddressOrNetwork(entry: string): boolean {
  const [host = '', bits, ...more] = entry.split('/');
  const family = isIP(host);
  if (bits === undefined) return family !== 0;
  return (
    family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
  );
}
