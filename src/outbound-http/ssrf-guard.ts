import { BlockList, isIP, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { lookup } from 'node:dns/promises';
import { InvalidError } from '../domain/errors';

/** Special-purpose IPv4 networks (RFC 6890), link-local with cloud metadata services included, and Azure's 168.63.129.16. */
const NON_PUBLIC_IPV4 = [
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
/** Global unicast; excludes mapped, translated, local and multicast addresses. */
const GLOBAL_IPV6 = ['2000::/3'];
/** Networks within 2000::/3 that embed IPv4 addresses (Teredo, 6to4) or are for documentation. */
const NON_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const nonPublicIpv4 = toBlockList(NON_PUBLIC_IPV4);
const globalIpv6 = toBlockList(GLOBAL_IPV6);
const nonPublicIpv6 = toBlockList(NON_PUBLIC_IPV6);

function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !nonPublicIpv4.check(address, 'ipv4');
  // Only link-local addresses have a zone (`fe80::1%eth0`).
  if (isIP(address) === 0 || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !nonPublicIpv6.check(address, 'ipv6');
}

/** SSRF protection: allows public addresses, and those that the operator allows. */
export class SsrfGuard {
  private readonly hosts: ReadonlySet<string>;
  private readonly allowed: BlockList;

  /** @param allowed comma-separated hosts, addresses and networks (`10.1.0.0/16`) besides public addresses */
  constructor(allowed = '') {
    const entries = allowed.split(',').flatMap((entry) => entry.trim().toLowerCase() || []);
    const isNetwork = (entry: string): boolean => isIP(entry.split('/')[0] ?? '') !== 0;
    // URLs have international names in ASCII.
    const hosts = entries.filter((entry) => !isNetwork(entry)).map((name) => domainToASCII(name) || name);
    this.hosts = new Set(hosts);
    this.allowed = toBlockList(entries.filter(isNetwork));
  }

  /**
   * @param host of the URL
   * @param address that the host resolved to
   */
  allows(host: string, address: string): boolean {
    return (
      isPublicAddress(address) ||
      this.hosts.has(host.toLowerCase()) ||
      (!address.includes('%') && this.allowed.check(address, isIPv4(address) ? 'ipv4' : 'ipv6'))
    );
  }
}

function toBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Resolves the addresses of a host by `getaddrinfo`, hosts file included; replaced in tests. */
export class AddressResolver {
  async resolve(host: string): Promise<readonly string[]> {
    const found = await lookup(host, { all: true });
    return found.map(({ address }) => address);
  }
}

const MAX_URL_LENGTH = 4096;
/** Control characters and backslashes, which parsers drop or turn into slashes, and white space around the URL. */
const CONFUSING = /[\x00-\x1f\x7f\\]|^\s|\s$/;

/** The URL is not allowed, or returned no usable file. The message is for the caller who sent the URL. */
export class DownloadError extends InvalidError {}

/**
 * Parses a URL as WHATWG says: accents, blanks and international host names are encoded. Rejects notations that
 * parsers interpret differently, a way around SSRF checks.
 * @param text from the caller or a redirect
 * @param base the redirecting URL; `text` may be relative to it
 * @throws DownloadError for schemes other than HTTP(S), credentials, and unusual notations of addresses
 */
export function parseTargetUrl(text: string, base?: URL): URL {
  if (text.length > MAX_URL_LENGTH || CONFUSING.test(text) || !URL.canParse(text, base?.href)) {
    throw new DownloadError(
      'The download URL is not valid. Send a URL such as https://example.org/form.xlsx.',
    );
  }
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new DownloadError('The download URL has an unsupported scheme. Send an http or https URL.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new DownloadError('The download URL contains credentials. Send a URL without them.');
  }
  // 2130706433, 0x7f.1 and 0177.0.0.1 are all 127.0.0.1: rejects other notations than the canonical one.
  if (isIPv4(url.hostname) && writtenHost(text) !== undefined && writtenHost(text) !== url.hostname) {
    throw new DownloadError(
      'The download URL has its host in an unusual notation. Send the address in dotted decimals.',
    );
  }
  return url;
}

/** Host before normalisation; undefined in a URL without one. */
function writtenHost(text: string): string | undefined {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(text)?.[1];
}
