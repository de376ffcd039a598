import type { Request, Response } from 'express';

/** Bytes of a refused body that are still read and thrown away; beyond them the connection is cut. */
const MOST_DRAINED = 16 * 1024 * 1024;
/** Milliseconds that a refused client has to finish sending. */
const LONGEST_DRAIN = 5_000;

/**
 * Lets a client whose request was refused before its body was read see the answer and not a reset (decision 7): what it
 * still sends is read and dropped, up to a bound, and the connection closes after the answer.
 */
export function drainRequest(request: Request, response: Response): void {
  if (request.complete || request.readableEnded || request.destroyed) return;
  response.setHeader('Connection', 'close');
  let drained = 0;
  const giveUp = setTimeout(() => request.destroy(), LONGEST_DRAIN).unref();
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > MOST_DRAINED) request.destroy();
  });
  request.on('close', () => clearTimeout(giveUp));
  request.on('error', () => clearTimeout(giveUp));
  request.resume();
}
