import { randomUUID } from 'node:crypto';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';
import { jsonBytes } from './json-text';

/** Made anew by each process, and told to nobody. */
const PLACEHOLDER = randomUUID();

/** The hash of a larger answer takes longer than anybody else should wait. */
const MOST_TAGGED_BYTES = 1024 * 1024;

/**
 * Express with four differences: JSON answers carry exactly `Content-Type: application/json` (decision 4), where
 * `res.json` would add a charset that some clients refuse; bytes are sent as they are; an answer without a body keeps the
 * headers that it was given, for collectors want a type on all of them (contract-data 4.1); and letter case counts in
 * paths, as it does in the route table.
 */
export class JsonAdapter extends ExpressAdapter {
  constructor() {
    // The router reads this when it is made, which is as soon as the adapter has its application.
    const app = express().set('case sensitive routing', true);
    const tagOf = app.get('etag fn') as (body: Buffer, encoding?: BufferEncoding) => string;
    super(
      app.set('etag', (body: Buffer, encoding?: BufferEncoding) =>
        body.length > MOST_TAGGED_BYTES ? undefined : tagOf(body, encoding),
      ),
    );
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.headersSent) return response;
    if (body === undefined) return response.status(statusCode ?? response.statusCode).end();
    if (typeof body !== 'object' || body === null) {
      return super.reply(response, body, statusCode) as unknown;
    }
    if (statusCode !== undefined) response.status(statusCode);
    if (body instanceof Uint8Array) {
      return response.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    }
    response.setHeader('Content-Type', 'application/json');
    return response.send(jsonBytes(body, PLACEHOLDER));
  }
}
