import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';
import { JsonText } from './json-text';

/**
 * Express with two differences: JSON answers carry exactly `Content-Type: application/json` (decision 4), where
 * `res.json` would add a charset that some clients refuse; and letter case counts in paths, as it does in the route table.
 */
export class JsonAdapter extends ExpressAdapter {
  constructor() {
    // The router reads this when it is made, which is as soon as the adapter has its application.
    super(express().set('case sensitive routing', true));
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.headersSent) return response;
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) {
      return super.reply(response, body, statusCode) as unknown;
    }
    if (statusCode !== undefined) response.status(statusCode);
    response.setHeader('Content-Type', 'application/json');
    return response.send(Buffer.from(body instanceof JsonText ? body.text : JSON.stringify(body)));
  }
}
