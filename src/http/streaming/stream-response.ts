import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { StreamedBody } from './streamed-body';

const logger = new Logger('http');

export async function streamResponse(response: Response, body: StreamedBody): Promise<void> {
  response.setHeader('Content-Type', body.contentType);
  if (response.req.method === 'HEAD') {
    body.release();
    response.end();
    return;
  }
  try {
    await body.writeTo(response);
  } catch (error) {
    // Headers are sent: a broken connection is the only error signal left.
    if (!response.headersSent) throw error;
    if (!response.destroyed) logger.warn(error, 'Streaming a response failed.');
    response.destroy();
  }
}
