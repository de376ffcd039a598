import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AddressGuard } from './address-guard';
import { AddressResolver } from './address-resolver';
import { type DownloadBounds, Downloader, DownloadError } from './downloader.port';
import { GuardedConnection } from './guarded-connection';
import { readTarget } from './target-url';

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const HEADERS = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'fieldhouse' };

/** One sentence for a host that nobody has, one that does not answer and one inside: none is told from the others. */
const FAILED =
  'Nothing could be downloaded from the URL; check that it leads to a public address and answers.';

/**
 * Downloads without being led inside: each redirect is a new URL to be checked. Nothing of ours is sent along, and bytes
 * and time are bounded.
 */
@Injectable()
export class GuardedDownloader extends Downloader {
  private readonly connection: GuardedConnection;

  constructor(guard: AddressGuard, resolver: AddressResolver) {
    super();
    this.connection = new GuardedConnection(guard, resolver);
  }

  async download(url: string, { maxBytes, withinMs, signal }: DownloadBounds): Promise<Buffer> {
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

  private async follow(url: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
    let target = readTarget(url);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const answer = await this.connection.ask(target, { method: 'GET', headers: HEADERS, signal });
      const { location } = answer.headers;
      if (!REDIRECTS.has(answer.statusCode ?? 0) || location === undefined) {
        return readBody(answer, maxBytes);
      }
      answer.destroy();
      target = readTarget(location, target);
    }
    throw new DownloadError(`The URL redirects more than ${MOST_REDIRECTS} times; send the one it ends at.`);
  }
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
