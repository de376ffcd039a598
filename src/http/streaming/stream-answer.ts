import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { StreamedBody } from './streamed-body';

const logger = new Logger('http');

/** Lets the bytes of a streamed answer out, or none of them where only its head was asked for. */
export async function streamAnswer(response: Response, body: StreamedBody): Promise<void> {
  response.setHeader('Content-Type', body.contentType);
  if (response.req.method === 'HEAD') {
    body.abandon();
    response.end();
    return;
  }
  try {
    await body.writeTo(response);
  } catch (error) {
    // The head is out: the only honest signal left is a broken connection, which every client takes as a failure.
    if (!response.headersSent) throw error;
    if (!response.destroyed) logger.warn(error, 'A streamed answer broke off.');
    response.destroy();
  }
}
