import type { Response } from 'express';

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
