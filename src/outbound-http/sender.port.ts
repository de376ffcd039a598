/** What is sent, and where to. */
export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SendBounds {
  /** Milliseconds from the first question to the last byte of the answer. */
  readonly withinMs: number;
  /** Ends the sending early. */
  readonly signal: AbortSignal;
}

/** What the other side answered. */
export interface SendAnswer {
  readonly statusCode: number;
  /** The beginning of it. */
  readonly text: string;
}

/** Nothing came back. The message is for whoever named the URL. */
export class SendError extends Error {
  constructor(
    message: string,
    /** Whether there was no answer in time; false for a URL that can't be reached, or must not be. */
    readonly isSilence: boolean,
  ) {
    super(message);
  }
}

/** Sends to where a caller points, outside of this installation alone. */
export abstract class Sender {
  /**
   * One POST; a redirect is not followed.
   * @throws SendError when nothing came back
   * @throws the reason of the signal that ended it early
   */
  abstract post(message: Message, bounds: SendBounds): Promise<SendAnswer>;
}
