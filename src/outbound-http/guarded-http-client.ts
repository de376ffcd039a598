import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { domainToASCII } from 'node:url';
import { lookup } from 'node:dns/promises';
import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { type Agent, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
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

const MAX_HEADER_BYTES = 16 * 1024;

export interface OutboundHttpRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
  /** Reuses connections; only for a client that sends all its requests to one server. Absent: a new connection. */
  readonly agent?: Agent;
}

/** The host has no address, or one that the SSRF guard blocks. */
export class BlockedAddressError extends Error {}

/**
 * HTTP client with protection against SSRF and DNS rebinding (kpi#7520, kpi#7627): resolves the host once, checks all its
 * addresses and pins the connection to them. Does not follow redirects.
 */
export class GuardedHttpClient {
  constructor(
    private readonly guard: SsrfGuard,
    private readonly resolver: AddressResolver,
  ) {}

  /** @throws BlockedAddressError, or an error of the connection */
  async send(
    target: URL,
    { body, signal, method, headers, agent }: OutboundHttpRequest,
  ): Promise<IncomingMessage> {
    const options: RequestOptions = {
      // No connection reuse by default: a pooled one may belong to an address that was not checked.
      agent: agent ?? false,
      method,
      headers,
      lookup: pinnedLookup(await this.resolveAllowed(target, signal)),
      maxHeaderSize: MAX_HEADER_BYTES,
      signal,
    };
    const request =
      target.protocol === 'https:' ? requestHttps(target, options) : requestHttp(target, options);
    request.end(body);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    // Later errors reach the reader of the body; without one they must not crash the process.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    return response;
  }

  /** One blocked address blocks the host: mixed addresses indicate DNS rebinding. */
  private async resolveAllowed(target: URL, signal: AbortSignal): Promise<readonly string[]> {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) !== 0 ? [host] : await raceAbort(this.resolver.resolve(host), signal);
    if (addresses.length === 0 || !addresses.every((address) => this.guard.allows(host, address))) {
      throw new BlockedAddressError(`${host} has no allowed address.`);
    }
    return addresses;
  }
}

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);
export const MAX_REDIRECTS = 5;

/** Location that a response redirects to; undefined without one. Servers send accents as UTF-8, unencoded. */
export function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if (!REDIRECT_STATUSES.has(statusCode) || headers.location === undefined) return undefined;
  const bytes = Buffer.from(headers.location, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : headers.location;
}

/** Reads the first bytes of a body as text and closes the response. */
export async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  response.destroy();
  return Buffer.concat(chunks).toString('utf8', 0, maxBytes);
}

/** Returns the checked addresses for every lookup, so that DNS is not queried again (DNS pinning). */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    if (options.all === true) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}

async function raceAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = once(signal, 'abort').then(() => {
    throw new Error('Aborted.');
  });
  return Promise.race([work, aborted]);
}
