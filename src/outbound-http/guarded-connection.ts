import { once } from 'node:events';
import { type IncomingMessage, request as askHttp, type RequestOptions } from 'node:http';
import { request as askHttps } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import type { AddressGuard } from './address-guard';
import type { AddressResolver } from './address-resolver';

const MOST_HEADER_BYTES = 16 * 1024;

/** What is asked of one URL. */
export interface Question {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
}

/** The host has no address, or one that nothing may be connected to. */
export class RefusedAddressError extends Error {}

/**
 * Asks one URL and is not led inside (kpi#7520, kpi#7627): the host is resolved once, every address that it has is
 * checked, and the connection goes to one of those. A redirect is an answer like any other.
 */
export class GuardedConnection {
  constructor(
    private readonly guard: AddressGuard,
    private readonly resolver: AddressResolver,
  ) {}

  /** @throws RefusedAddressError, or whatever the connection fails with */
  async ask(target: URL, { body, signal, ...how }: Question): Promise<IncomingMessage> {
    const options: RequestOptions = {
      // A connection of its own: none that was made for another host is used again.
      agent: false,
      ...how,
      lookup: onlyTo(await this.addressesOf(target, signal)),
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
    };
    const asked = target.protocol === 'https:' ? askHttps(target, options) : askHttp(target, options);
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    // What breaks from here on shows where the body is read; an answer that is not read may break unseen.
    asked.on('error', () => undefined);
    answer.on('error', () => undefined);
    return answer;
  }

  /** One address that may not be connected to refuses the host: a name with two faces is no mistake. */
  private async addressesOf(target: URL, signal: AbortSignal): Promise<readonly string[]> {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) !== 0 ? [host] : await unlessAborted(this.resolver.resolve(host), signal);
    if (addresses.length === 0 || !addresses.every((address) => this.guard.admits(host, address))) {
      throw new RefusedAddressError(`${host} has no address that may be connected to.`);
    }
    return addresses;
  }
}

/** Answers every question for an address with the ones that were checked, so that no second answer of DNS counts. */
function onlyTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, give) => {
    if (options.all === true) give(null, found);
    else give(null, found[0]!.address, found[0]!.family);
  };
}

async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = once(signal, 'abort').then(() => {
    throw new Error('Ended early.');
  });
  return Promise.race([work, aborted]);
}
