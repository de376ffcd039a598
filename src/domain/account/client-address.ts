/**
 * What sign-ins from one place are counted under. An IPv6 subscriber owns a whole /64 and could come from another
 * address each time, so that the /64 counts; an IPv4 address counts alone, also in its IPv6 notation.
 *
 * @param address as the socket or the trusted proxy names it; undefined when the connection is gone
 */
export function addressBlock(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const plain = plainAddress(address);
  return plain.includes(':') ? `${firstGroups(plain, 4)}::/64` : plain;
}

/**
 * The network that an address block belongs to. Of IPv6, one customer may be given a /48, which is 65 536 times a /64;
 * of IPv4 nobody is given networks so easily: undefined.
 */
export function networkBlock(address: string | undefined): string | undefined {
  const plain = address === undefined ? '' : plainAddress(address);
  return plain.includes(':') ? `${firstGroups(plain, 3)}::/48` : undefined;
}

/** Without a zone, and IPv4 in its own notation. */
function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain;
}

/** With leading zeros and `::` taken out. */
function firstGroups(address: string, groups: number): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, groups)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
