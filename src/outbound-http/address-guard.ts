import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * IPv4 that leads into this machine, its network, or nowhere (RFC 6890), and the address at which a large cloud answers
 * its own machines. Link-local holds the metadata service of most others.
 */
const INNER_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];
/** All of IPv6 that is routed between networks; mapped, translated, local and multicast addresses lie outside. */
const GLOBAL_IPV6 = ['2000::/3'];
/** What lies inside and carries an IPv4 address in it, or is for documents alone. */
const INNER_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const innerIpv4 = networks(INNER_IPV4);
const globalIpv6 = networks(GLOBAL_IPV6);
const innerIpv6 = networks(INNER_IPV6);

/** Whether an address lies outside every private, local and special network. */
function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !innerIpv4.check(address, 'ipv4');
  // A zone (`fe80::1%eth0`) belongs to local addresses alone.
  if (isIP(address) === 0 || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !innerIpv6.check(address, 'ipv6');
}

/** Says which addresses may be connected to: public ones, and those that the operator allows. */
export class AddressGuard {
  private readonly hosts: ReadonlySet<string>;
  private readonly allowed: BlockList;

  /** @param allowed hosts, addresses and networks (`10.1.0.0/16`) beside the public ones, parted by commas */
  constructor(allowed = '') {
    const entries = allowed.split(',').flatMap((entry) => entry.trim().toLowerCase() || []);
    const isNetwork = (entry: string): boolean => isIP(entry.split('/')[0] ?? '') !== 0;
    this.hosts = new Set(entries.filter((entry) => !isNetwork(entry)));
    this.allowed = networks(entries.filter(isNetwork));
  }

  /** @param host as the URL names it; @param address that it was resolved to, and that will be connected to */
  admits(host: string, address: string): boolean {
    return (
      isPublicAddress(address) ||
      this.hosts.has(host.toLowerCase()) ||
      (!address.includes('%') && this.allowed.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'))
    );
  }
}

function networks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
