import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { type Agent, type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import type { SsrfGuard, AddressResolver } from './ssrf-guard';

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
