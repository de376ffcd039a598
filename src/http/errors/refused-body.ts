import type { Request, Response } from 'express';
import { waitsToSend } from '../body/expectation';

/** Bytes of a refused body that are still read and thrown away; beyond them the connection is cut. */
const MOST_DRAINED = 32 * 1024 * 1024;
/** Milliseconds that a refused client has to finish sending, in all and between two of its chunks. */
const LONGEST_DRAIN_MS = 30_000;
const LONGEST_PAUSE_MS = 5_000;

/** Whether the client is still sending a body that nobody will read. */
export function isStillSending(request: Request): boolean {
  return !(request.complete || request.readableEnded || request.destroyed || waitsToSend(request));
}

/**
 * Answers a client that is still sending. Many clients look for the answer only when they have sent everything, and a
 * connection that is closed under unread bytes is reset, answer and all (decision 7). So the answer is written whole,
 * what still comes is read and dropped up to a bound, and only then the connection closes.
 */
export function answerBeforeBodyEnds(request: Request, response: Response, body: Buffer): void {
  response.setHeader('Connection', 'close');
  response.setHeader('Content-Length', body.length);
  response.write(body);
  let drained = 0;
  const end = (): void => {
    clearTimeout(whole);
    clearTimeout(pause);
    response.end();
  };
  const whole = setTimeout(end, LONGEST_DRAIN_MS);
  const pause = setTimeout(end, LONGEST_PAUSE_MS);
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    pause.refresh();
    if (drained > MOST_DRAINED) end();
  });
  request.once('end', end).once('close', end).on('error', end);
  request.resume();
}
