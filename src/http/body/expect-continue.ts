import type { Server } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/** Defers `100 Continue` until the body is read, so that rejected requests never send theirs. */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
}

export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Returns whether the client still awaits `100 Continue`. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return waiting.has(request);
}
