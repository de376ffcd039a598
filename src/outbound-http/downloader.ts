import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  SsrfGuard,
  AddressResolver,
  DownloadError,
  parseTargetUrl,
  GuardedHttpClient,
  MAX_REDIRECTS,
  redirectOf,
} from './guarded-http-client';

const HEADERS = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'fieldhouse' };

interface DownloadOptions {
  readonly maxBytes: number;
  /** From name resolution to the last byte, redirects included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Same message for unknown, unreachable and blocked hosts: different messages would allow port scans of internal
 * networks.
 */
const DOWNLOAD_FAILED =
  'The file could not be downloaded. Check that the host of the URL is public and responds.';

/**
 * Downloads files from URLs that callers send, guarded against SSRF. Checks each redirect like a new URL; sends no cookies or
 * credentials.
 */
@Injectable()
export class Downloader {
  private readonly client: GuardedHttpClient;

  constructor(guard: SsrfGuard, resolver: AddressResolver) {
    this.client = new GuardedHttpClient(guard, resolver);
  }

  /**
   * @throws DownloadError if the URL is blocked or returns no file, or a limit is exceeded
   * @throws the reason of the signal if aborted
   */
  async download(url: string, { maxBytes, timeoutMs, signal }: DownloadOptions): Promise<Buffer> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const aborted = AbortSignal.any([timeout.signal, ...(signal === undefined ? [] : [signal])]);
    try {
      return await this.follow(url, maxBytes, aborted);
    } catch (error) {
      signal?.throwIfAborted();
      if (timeout.signal.aborted) {
        throw new DownloadError(
          `The download took more than ${Math.ceil(timeoutMs / 1000)} s. Send the file instead.`,
        );
      }
      // Hides the reason: it would expose internal networks.
      throw error instanceof DownloadError ? error : new DownloadError(DOWNLOAD_FAILED);
    } finally {
      clearTimeout(timer);
      timeout.abort();
    }
  }

  private async follow(url: string, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
    let target = parseTargetUrl(url);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const response = await this.client.send(target, { method: 'GET', headers: HEADERS, signal });
      const location = redirectOf(response);
      if (location === undefined) return readBody(response, maxBytes);
      response.destroy();
      target = parseTargetUrl(location, target);
    }
    throw new DownloadError(`The URL redirects more than ${MAX_REDIRECTS} times. Send the final URL.`);
  }
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  try {
    const { statusCode, headers } = response;
    if (statusCode !== 200)
      throw new DownloadError(`The URL returned status ${statusCode ?? 0}. Send the URL of a file.`);
    if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
      throw new DownloadError(
        'The URL returned compressed content, which is not supported. Send the file instead.',
      );
    }
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) {
        throw new DownloadError(
          `The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB. Send a smaller file.`,
        );
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, length);
  } finally {
    response.destroy();
  }
}
