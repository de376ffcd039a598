import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { LoopbackServer } from './loopback-server';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** HTTP server on loopback that receives webhook deliveries. */
export class HookReceiver extends LoopbackServer {
  readonly received: Received[] = [];

  /** Sends the response; default 200. */
  respond: (response: ServerResponse, received: Received) => void = (response) => void response.end('thanks');

  static start(): Promise<HookReceiver> {
    return new HookReceiver().listen();
  }

  protected async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    this.received.push(received);
    this.respond(response, received);
  }
}
