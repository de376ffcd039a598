import { Injectable } from '@nestjs/common';
import {
  SsrfGuard,
  AddressResolver,
  parseTargetUrl,
  GuardedHttpClient,
  readStart,
} from './guarded-http-client';

const MAX_RESPONSE_BYTES = 16 * 1024;

export interface OutboundMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SendOptions {
  /** From name resolution to the last byte of the response. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface SendResponse {
  readonly statusCode: number;
  /** First 16 kB of the body. */
  readonly text: string;
  /** Header Retry-After. */
  readonly retryAfter: string | undefined;
}

/** No response. The message is for the user who configured the URL. */
export class SendError extends Error {
  constructor(
    message: string,
    /** False for an unreachable or blocked URL. */
    readonly isTimeout: boolean,
  ) {
    super(message);
  }
}

/**
 * Same message for unknown, unreachable and blocked hosts: different messages would allow port scans of internal
 * networks.
 */
const UNREACHED = 'The endpoint could not be reached. Check that its host is public and responds.';

/** Sends requests to URLs that users configure, guarded against SSRF. */
@Injectable()
export class Sender {
  private readonly client: GuardedHttpClient;

  constructor(guard: SsrfGuard, resolver: AddressResolver) {
    this.client = new GuardedHttpClient(guard, resolver);
  }

  /**
   * Sends a POST request; does not follow redirects.
   * @throws SendError without a response
   * @throws the reason of the signal if aborted
   */
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
      const { statusCode = 0, headers: received } = response;
      const text = await readStart(response, MAX_RESPONSE_BYTES);
      return { statusCode, text, retryAfter: received['retry-after'] };
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
