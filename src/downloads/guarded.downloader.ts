import { once } from 'node:events';
import { type IncomingMessage, request as askHttp, type RequestOptions } from 'node:http';
import { request as askHttps } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AddressGuard } from './address-guard';
import { AddressResolver } from './address-resolver';
import { type Download, type DownloadBounds, Downloader, DownloadError } from './downloader.port';
import { readTarget } from './target-url';

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_HEADER_BYTES = 16 * 1024;

/** One sentence for a host that nobody has, one that does not answer and one inside: none is told from the others. */
const FAILED =
  'Nothing could be downloaded from the URL; check that it leads to a public address and answers.';

/**
 * Downloads without being led inside (kpi#7520, kpi#7627): a host is resolved once, every address that it has is checked,
 * and the connection goes to one of those; each redirect is a new URL to be checked. Nothing of ours is sent along, and
 * bytes and time are bounded.
 */
@Injectable()
export class GuardedDownloader extends Downloader {
  constructor(
    private readonly guard: AddressGuard,
    private readonly resolver: AddressResolver,
  ) {
    super();
  }

  async download(url: string, { maxBytes, withinMs, signal }: DownloadBounds): Promise<Download> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), withinMs);
    const end = AbortSignal.any([deadline.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      return await this.follow(url, maxBytes, end);
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.signal.aborted) {
        throw new DownloadError(`The download took more than ${Math.ceil(withinMs / 1000)} s.`);
      }
      // Why a connection failed tells about networks that the caller may not see.
      throw error instanceof DownloadError ? error : new DownloadError(FAILED);
    } finally {
      clearTimeout(timer);
      deadline.abort();
    }
  }

  private async follow(url: string, maxBytes: number, signal: AbortSignal): Promise<Download> {
    let target = readTarget(url);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const answer = await ask(target, await this.addressesOf(target, signal), signal);
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.statusCode ?? 0) || location === undefined) {
        return { bytes: await readBody(answer, maxBytes), fileName: fileNameOf(target) };
      }
      answer.destroy();
      target = readTarget(location, target);
    }
    throw new DownloadError(`The URL redirects more than ${MOST_REDIRECTS} times; send the one it ends at.`);
  }

  /** One address that may not be connected to refuses the host: a name with two faces is no mistake. */
  private async addressesOf(target: URL, signal: AbortSignal): Promise<readonly string[]> {
    const host = target.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) !== 0 ? [host] : await unlessAborted(this.resolver.resolve(host), signal);
    if (addresses.length === 0) throw new DownloadError(FAILED);
    if (!addresses.every((address) => this.guard.admits(host, address))) {
      throw new DownloadError(FAILED);
    }
    return addresses;
  }
}

async function ask(target: URL, addresses: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    // A connection of its own: none that was made for another host is used again.
    agent: false,
    headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'fieldhouse' },
    lookup: onlyTo(addresses),
    maxHeaderSize: MOST_HEADER_BYTES,
    signal,
  };
  const asked = target.protocol === 'https:' ? askHttps(target, options) : askHttp(target, options);
  asked.end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  // What breaks from here on shows where the body is read; an answer that is not read may break unseen.
  asked.on('error', () => undefined);
  answer.on('error', () => undefined);
  return answer;
}

/** Answers every question for an address with the ones that were checked, so that no second answer of DNS counts. */
function onlyTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, give) => {
    if (options.all === true) give(null, found);
    else give(null, found[0]!.address, found[0]!.family);
  };
}

async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  try {
    const { statusCode, headers } = answer;
    if (statusCode !== 200) throw new DownloadError(`The URL answered with status ${statusCode ?? 0}.`);
    if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
      throw new DownloadError('The URL answered with a compressed transfer that was not asked for.');
    }
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) {
        throw new DownloadError(
          `The file behind the URL is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`,
        );
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, length);
  } finally {
    answer.destroy();
  }
}

function fileNameOf(target: URL): string {
  const segment = target.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = once(signal, 'abort').then(() => {
    throw new DownloadError(FAILED);
  });
  return Promise.race([work, aborted]);
}
