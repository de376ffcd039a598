import type { Server } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

const waiting = new WeakSet<IncomingMessage>();

/**
 * Clients that send `Expect: 100-continue` wait for a word before they send their body. They get it when the body is
 * wanted, and otherwise the answer alone.
 */
export function holdExpectations(server: Server): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    server.emit('request', request, response);
  });
}

/** Tells a client that waits to be told to send its body. */
export function continueSending(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Whether the client sends its body only when it is told to, and was not. */
export function waitsToSend(request: IncomingMessage): boolean {
  return waiting.has(request);
}
