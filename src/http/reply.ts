import type { Response } from 'express';
import type { Writable } from 'stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** Response with status and headers as a value: presenters return it and the adapter applies it. */
export class Reply<Body = unknown> {
  constructor(
    readonly status: number,
    readonly body: Body,
    readonly headers: Readonly<Record<string, string | readonly string[]>> = {},
  ) {}
}

/** Returns 201 with the URL of the new resource in `Location` (contract-assets 0.5). */
export function created<Body extends { url: string }>(body: Body): Reply<Body> {
  return new Reply(201, body, { Location: body.url });
}

type EtagFunction = (bytes: Buffer) => string | undefined;

export const NOT_MODIFIED = { status: 304, description: 'Not modified: the ETag matches.' } as const;

/** Response body whose bytes and ETag are computed once and sent many times. */
export class CachedResponse {
  private etag: string | undefined;

  constructor(
    readonly contentType: string,
    readonly bytes: Buffer,
  ) {}

  get byteSize(): number {
    return this.bytes.length;
  }

  /** Responds 304 when the request's `If-None-Match` matches. */
  send(response: Response): Response {
    response.setHeader('Content-Type', this.contentType);
    this.etag ??= (response.app.get('etag fn') as EtagFunction)(this.bytes);
    if (this.etag !== undefined) response.setHeader('ETag', this.etag);
    return response.send(this.bytes);
  }
}

/** Body streamed from the database to the socket, never held in memory as a whole. */
export class StreamedBody {
  constructor(
    readonly contentType: string,
    /** Writes the whole body and ends the sink; rejects when either side fails. */
    readonly writeTo: (sink: Writable) => Promise<void>,
    /** Releases the source of a body that is not sent (HEAD). */
    readonly release: () => void = () => undefined,
  ) {}
}

/** Calls `done` once the response is sent or the client has disconnected. */
export function onClosed(response: Response, done: () => void): void {
  if (response.closed) done();
  else response.once('close', done);
}

/** Injects an `AbortSignal` that fires when the response is sent or the client disconnects. */
export const AbortOnDisconnect = createParamDecorator(
  (_: unknown, context: ExecutionContext): AbortSignal => {
    const response = context.switchToHttp().getResponse<Response>();
    const controller = new AbortController();
    onClosed(response, () => controller.abort());
    return controller.signal;
  },
);
