/**
 * Rate-limit key of a client address. IPv6 is aggregated to its /64, since a subscriber owns a whole /64; IPv4 counts
 * per address, also when mapped to IPv6.
 *
 * @param address from the socket or the trusted proxy; undefined after the connection closed
 */
export function addressBlock(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const plain = plainAddress(address);
  return plain.includes(':') ? `${firstGroups(plain, 4)}::/64` : plain;
}

/**
 * Rate-limit key of the client network: the /48 of an IPv6 address, which one customer may own (65,536 times a /64).
 * Undefined for IPv4.
 */
export function networkBlock(address: string | undefined): string | undefined {
  const plain = address === undefined ? '' : plainAddress(address);
  return plain.includes(':') ? `${firstGroups(plain, 3)}::/48` : undefined;
}

/** Strips the zone and unmaps IPv4. */
function plainAddress(address: string): string {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain;
}

/** Expands `::` and strips leading zeros. */
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
