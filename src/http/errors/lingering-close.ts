import type { Request, Response } from 'express';
import { awaitsContinue } from '../body/expect-continue';

/** Bytes of a rejected body to discard before the connection is closed. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;
const DRAIN_TIMEOUT_MS = 30_000;
const DRAIN_IDLE_TIMEOUT_MS = 5_000;

/** Returns whether the client is still sending a body that will not be read. */
export function isStillSending(request: Request): boolean {
  return !(request.complete || request.readableEnded || request.destroyed || awaitsContinue(request));
}

/**
 * Lingering close: responds to a client that is still sending, then drains its body within limits before closing. Closing
 * with unread bytes would reset the connection and lose the response (decision 7).
 */
export function respondThenDrain(request: Request, response: Response, body: Buffer): void {
  response.setHeader('Connection', 'close');
  response.setHeader('Content-Length', body.length);
  response.write(body);
  let drained = 0;
  const end = (): void => {
    clearTimeout(totalTimer);
    clearTimeout(idleTimer);
    response.end();
  };
  const totalTimer = setTimeout(end, DRAIN_TIMEOUT_MS);
  const idleTimer = setTimeout(end, DRAIN_IDLE_TIMEOUT_MS);
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    idleTimer.refresh();
    if (drained > MAX_DRAINED_BYTES) end();
  });
  request.once('end', end).once('close', end).on('error', end);
  request.resume();
}
