import type { Response } from 'express';

/** Calls `done` once the response is sent or the client has disconnected. */
export function onClosed(response: Response, done: () => void): void {
  if (response.closed) done();
  else response.once('close', done);
}
