import type { Readable } from 'node:stream';

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

/** Reads from one server, within its limits, and repeats what fails for the moment. */
export interface ApiClient {
  /**
   * Sends a request and consumes the body of the response; both again after 429, 5xx, and a body that ends early.
   * Follows redirects of GET; credentials go to the server itself only.
   * @throws ApiError
   */
  send<Result>(request: ApiRequest, consume: (body: Readable) => Promise<Result>): Promise<Result>;
  close(): void;
}

/** Connects to the APIs of other servers, guarded against SSRF. */
export abstract class ApiClients {
  abstract connect(server: ApiServer): ApiClient;
}
