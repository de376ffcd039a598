import type { Response } from 'express';

/** Calls `done` once the answer is taken, or nobody waits for it any more. */
export function onClosed(response: Response, done: () => void): void {
  if (response.closed) done();
  else response.once('close', done);
}
