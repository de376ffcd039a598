import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { RateLimiter, Semaphore } from '../concurrency/limits';
import { Environment } from '../config/environment';
import {
  AddressResolver,
  SsrfGuard,
  parseTargetUrl,
  BlockedAddressError,
  GuardedHttpClient,
  MAX_REDIRECTS,
  type OutboundHttpRequest,
  readStart,
  redirectOf,
} from './guarded-http-client';

const MAX_REASON_BYTES = 300;
const MAX_RETRY_DELAY_MS = 300_000;

export interface ApiServer {
  /** Address without a trailing slash, such as `https://kf.example.org`. */
  readonly baseUrl: string;
  /** Allows addresses of private networks, for commands of the operator. */
  readonly allowPrivateAddresses: boolean;
  readonly maxConcurrent: number;
  readonly requestsPerSecond: number;
  /** From the request to the headers of the response, and between chunks of its body. */
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  /** Delay before the second attempt; doubles with each further one. */
  readonly retryDelayMs: number;
  /** Ends requests and delays with an ApiError. */
  readonly signal?: AbortSignal;
}

export interface ApiRequest {
  /** Path with query, below the address of the server. */
  readonly path: string;
  /** Absent: none, such as for signing in. */
  readonly authorization?: string;
  readonly accept: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Value to POST as JSON; the request may be repeated. Absent: GET. */
  readonly json?: unknown;
}

/** Final response that is not 2xx, or no response after all attempts. */
export class ApiError extends Error {
  constructor(
    message: string,
    /** Undefined without a response. */
    readonly status: number | undefined,
  ) {
    super(message);
  }
}

/** The server has an address of a private network, which is not allowed: another attempt is of no use. */
export class BlockedServerError extends ApiError {
  constructor(message: string) {
    super(message, undefined);
  }
}

/** Statuses after which the same request may succeed. */
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Response that is worth another attempt. */
class TemporaryError extends ApiError {
  constructor(
    message: string,
    status: number | undefined,
    readonly retryAfterMs: number | undefined,
  ) {
    super(message, status);
  }
}

/** The consumer rejected: its own errors, such as a full disk, are not repeated. */
class ConsumerError extends Error {}

/** Reads from one server, within its limits, and repeats what fails for the moment. */
export class ApiClient {
  private readonly slots: Semaphore;
  private readonly rate: RateLimiter;
  private readonly origin: string;
  /** Connections are reused: each was opened to an address that the guard had checked. */
  private readonly agents;

  constructor(
    private readonly server: ApiServer,
    private readonly client: GuardedHttpClient,
  ) {
    this.origin = parseTargetUrl(server.baseUrl).origin;
    this.slots = new Semaphore({
      maxConcurrent: server.maxConcurrent,
      maxQueued: Number.MAX_SAFE_INTEGER,
      queueFull: () => new ApiError('Too many requests are queued.', undefined),
    });
    this.rate = new RateLimiter(server.requestsPerSecond);
    const options = { keepAlive: true, maxSockets: server.maxConcurrent };
    this.agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  }

  /**
   * Sends a request and consumes the body of the response; both again after 429, 5xx, and a body that ends early.
   * Follows redirects of GET; credentials go to the server itself only.
   * @throws ApiError
   */
  send<Result>(request: ApiRequest, consume: (body: Readable) => Promise<Result>): Promise<Result> {
    return this.slots.run(() => this.repeat(request, consume));
  }

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  private async repeat<Result>(
    request: ApiRequest,
    consume: (body: Readable) => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.rate.wait();
        this.assertNotAborted();
        return await this.attempt(request, consume);
      } catch (error) {
        this.assertNotAborted();
        if (error instanceof ConsumerError) throw error.cause;
        if (!(error instanceof TemporaryError) || attempt >= this.server.maxAttempts) throw error;
        const backoff = this.server.retryDelayMs * 2 ** (attempt - 1);
        await this.delay(Math.min(error.retryAfterMs ?? backoff, MAX_RETRY_DELAY_MS));
      }
    }
  }

  private async delay(ms: number): Promise<void> {
    // An abort is reported by the next attempt.
    await delay(ms, undefined, { signal: this.server.signal }).catch(() => undefined);
  }

  /** @throws ApiError */
  private assertNotAborted(): void {
    if (this.server.signal?.aborted === true) throw new ApiError('The requests were cancelled.', undefined);
  }

  private async attempt<Result>(
    request: ApiRequest,
    consume: (body: Readable) => Promise<Result>,
  ): Promise<Result> {
    const response = await this.request(request);
    response.setTimeout(this.server.timeoutMs, () => response.destroy(new Error('no data for too long')));
    // Listens beside the consumer, to tell a body that ended early from a consumer that failed.
    let received: Error | undefined;
    response.once('error', (error) => (received = error));
    response.once('aborted', () => (received = new Error('the response ended early')));
    const onAbort = (): void => void response.destroy(new Error('cancelled'));
    this.server.signal?.addEventListener('abort', onAbort);
    try {
      return await consume(response);
    } catch (error) {
      if (received === undefined && !(error instanceof SyntaxError))
        throw new ConsumerError('', { cause: error });
      const reason = received ?? (error as Error);
      throw new TemporaryError(`${request.path}: ${reason.message}`, undefined, undefined);
    } finally {
      this.server.signal?.removeEventListener('abort', onAbort);
      if (!response.complete) response.destroy();
      else response.resume();
    }
  }

  private async request({
    path,
    authorization,
    accept,
    headers: further,
    json,
  }: ApiRequest): Promise<IncomingMessage> {
    let target = parseTargetUrl(`${this.server.baseUrl}${path}`);
    const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json));
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const headers = {
        Accept: accept,
        'Accept-Encoding': 'identity',
        'User-Agent': 'fieldhouse',
        ...further,
        ...(body !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': String(body.length),
        }),
        ...(target.origin === this.origin && authorization !== undefined && { Authorization: authorization }),
      };
      const response = await this.sendOnce(target, { headers, ...(body !== undefined && { body }) }, path);
      const { statusCode = 0, headers: received } = response;
      const location = body === undefined ? redirectOf(response) : undefined;
      if (location !== undefined) {
        response.resume();
        target = parseTargetUrl(location, target);
        continue;
      }
      if (statusCode >= 200 && statusCode < 300) return response;
      const message = `${path} returned status ${statusCode}: ${await readReason(response)}`;
      throw isTemporary(statusCode)
        ? new TemporaryError(message, statusCode, retryAfterMs(received['retry-after']))
        : new ApiError(message, statusCode);
    }
    throw new ApiError(`${path} redirects more than ${MAX_REDIRECTS} times.`, undefined);
  }

  private async sendOnce(
    target: URL,
    message: Pick<OutboundHttpRequest, 'headers' | 'body'>,
    path: string,
  ): Promise<IncomingMessage> {
    const timeout = new AbortController();
    const abort = (): void => timeout.abort();
    const timer = setTimeout(abort, this.server.timeoutMs);
    this.server.signal?.addEventListener('abort', abort);
    try {
      return await this.client.send(target, {
        ...message,
        method: message.body === undefined ? 'GET' : 'POST',
        signal: timeout.signal,
        agent: this.agents[target.protocol as 'http:' | 'https:'],
      });
    } catch (error) {
      if (error instanceof BlockedAddressError) {
        throw new BlockedServerError(
          `${error.message} Addresses of private networks must be allowed explicitly: by --allow-private for a command, by DOWNLOAD_ALLOW for the service.`,
        );
      }
      const reason = timeout.signal.aborted ? 'no response in time' : (error as Error).message;
      throw new TemporaryError(`${path}: ${reason}`, undefined, undefined);
    } finally {
      clearTimeout(timer);
      this.server.signal?.removeEventListener('abort', abort);
    }
  }
}

/** Start of an error's body, in one line; the status is the reason if it can't be read. */
async function readReason(response: IncomingMessage): Promise<string> {
  const text = await readStart(response, MAX_REASON_BYTES).catch(() => '');
  return text.replace(/\s+/g, ' ').trim();
}

/** Seconds or a date (RFC 9110 10.2.3). */
function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds * 1000);
}

/** Networks that an operator may allow: all but link-local addresses, where metadata services of clouds are. */
const PRIVATE_NETWORKS = '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,127.0.0.0/8,::1,fc00::/7';

/** Connects to the APIs of other servers, guarded against SSRF. */
@Injectable()
export class ApiClients {
  constructor(
    private readonly resolver: AddressResolver,
    private readonly environment: Environment,
  ) {}

  connect(server: ApiServer): ApiClient {
    const { DOWNLOAD_ALLOW = '' } = this.environment;
    const allowed = server.allowPrivateAddresses ? `${DOWNLOAD_ALLOW},${PRIVATE_NETWORKS}` : DOWNLOAD_ALLOW;
    return new ApiClient(server, new GuardedHttpClient(new SsrfGuard(allowed), this.resolver));
  }
}
