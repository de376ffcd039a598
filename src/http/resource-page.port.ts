import type { Response } from 'express';
import type { Reply } from './reply';

export interface ResourceJson {
  readonly json: string;
  readonly isTruncated: boolean;
}

/** Renders the JSON of a response as an HTML page; status and headers are already set on the response. */
export type RenderResourcePage = (response: Response, resource: ResourceJson) => Reply<string | Uint8Array>;
