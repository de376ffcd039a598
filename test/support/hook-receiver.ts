import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** HTTP server on loopback that receives webhook deliveries. */
export class HookReceiver {
  readonly received: Received[] = [];
  private readonly server: Server;

  /** Sends the response; default 200. */
  respond: (response: ServerResponse, received: Received) => void = (response) => void response.end('thanks');

  private constructor() {
    this.server = createServer((request, response) => {
      void text(request).then((body) => {
        const received = { path: request.url ?? '', headers: request.headers, body };
        this.received.push(received);
        this.respond(response, received);
      });
    });
  }

  static async start(): Promise<HookReceiver> {
    const receiver = new HookReceiver();
    await new Promise<void>((done) => receiver.server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
