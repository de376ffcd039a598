import type { Response } from 'express';

type TagOf = (bytes: Buffer) => string | undefined;

/** How such an answer is described to who has it. */
export const UNCHANGED = { status: 304, description: 'The caller has it already.' } as const;

/** A body that is sent more than once: its bytes are made once, and so is its tag. */
export class KeptBody {
  private tag: string | undefined;

  constructor(
    readonly contentType: string,
    readonly bytes: Buffer,
  ) {}

  /** Bytes of memory. */
  get weight(): number {
    return this.bytes.length;
  }

  /** Whoever has it already is told so (304). */
  send(response: Response): Response {
    response.setHeader('Content-Type', this.contentType);
    this.tag ??= (response.app.get('etag fn') as TagOf)(this.bytes);
    if (this.tag !== undefined) response.setHeader('ETag', this.tag);
    return response.send(this.bytes);
  }
}
