import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { SsrfGuard } from './ssrf-guard';
import { AddressResolver } from './address-resolver';
import { GuardedHttpClient } from './guarded-http-client';
import { type OutboundMessage, type SendResponse, type SendOptions, Sender, SendError } from './sender.port';
import { parseTargetUrl } from './target-url';

const MAX_RESPONSE_BYTES = 16 * 1024;

/**
 * Same message for unknown, unreachable and blocked hosts: different messages would allow port scans of internal
 * networks.
 */
const UNREACHED = 'The endpoint could not be reached. Check that its host is public and responds.';

@Injectable()
export class GuardedSender extends Sender {
  private readonly client: GuardedHttpClient;

  constructor(guard: SsrfGuard, resolver: AddressResolver) {
    super();
    this.client = new GuardedHttpClient(guard, resolver);
  }

  async post(
    { url, headers, body }: OutboundMessage,
    { timeoutMs, signal }: SendOptions,
  ): Promise<SendResponse> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const aborted = AbortSignal.any([timeout.signal, signal]);
    try {
      const request = { method: 'POST', headers, body: Buffer.from(body), signal: aborted } as const;
      const response = await this.client.send(parseTargetUrl(url), request);
      return { statusCode: response.statusCode ?? 0, text: await readStart(response) };
    } catch {
      signal.throwIfAborted();
      if (!timeout.signal.aborted) throw new SendError(UNREACHED, false);
      throw new SendError(`The endpoint did not respond within ${Math.ceil(timeoutMs / 1000)} s.`, true);
    } finally {
      clearTimeout(timer);
      timeout.abort();
    }
  }
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_RESPONSE_BYTES) break;
  }
  response.destroy();
  return Buffer.concat(chunks).toString('utf8', 0, MAX_RESPONSE_BYTES);
}
