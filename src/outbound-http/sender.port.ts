export interface OutboundMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendOptions {
  /** From name resolution to the last byte of the response. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface SendResponse {
  readonly statusCode: number;
  /** First 16 kB of the body. */
  readonly text: string;
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

/** Sends requests to URLs that users configure, guarded against SSRF. */
export abstract class Sender {
  /**
   * Sends a POST request; does not follow redirects.
   * @throws SendError without a response
   * @throws the reason of the signal if aborted
   */
  abstract post(message: OutboundMessage, options: SendOptions): Promise<SendResponse>;
}
