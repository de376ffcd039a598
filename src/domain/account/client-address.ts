/**
 * What sign-ins from one place are counted under. An IPv6 subscriber owns a whole /64 and could come from another
 * address each time, so that the network counts; an IPv4 address counts alone, also in its IPv6 notation.
 *
 * @param address as the socket or the trusted proxy names it; undefined when the connection is gone
 */
export function addressBlock(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1] !== undefined) return mapped[1];
  return plain.includes(':') ? `${networkOf(plain)}::/64` : plain;
}

/** The first four groups, with leading zeros and `::` taken out. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
