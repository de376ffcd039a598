import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Each hop has its own. */
const HOP_HEADERS = new Set(['connection', 'keep-alive']);

/** Load balancer that sends each request to the next service. */
export class RoundRobinProxy {
  private readonly server: Server = createServer();
  private requests = 0;

  private constructor(private readonly origins: readonly string[]) {
    const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void =>
      this.forward(incoming, outgoing);
    this.server.on('request', forward).on('checkContinue', forward);
  }

  static async start(origins: readonly string[]): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy(origins);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { hostname, port } = new URL(this.origins[this.requests % this.origins.length]!);
    this.requests += 1;
    const { method, url: path } = incoming;
    const headers = endToEnd(incoming.rawHeaders);
    const forwarded = request({ hostname, port, method, path, headers, agent: false });
    // A service may respond before the body begins.
    forwarded.flushHeaders();
    forwarded.on('continue', () => outgoing.writeContinue());
    forwarded.on('response', (received) => {
      outgoing.writeHead(received.statusCode!, received.statusMessage, endToEnd(received.rawHeaders));
      pipeline(received, outgoing, { end: false }).then(
        () => endAfter(incoming, outgoing),
        () => outgoing.destroy(),
      );
    });
    // A service may respond and close before it has read the body.
    forwarded.on('error', () => outgoing.headersSent || outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    // The rest of a refused body is read, so that its sender sees the response and no broken connection.
    forwarded.on('close', () => incoming.unpipe(forwarded).resume());
    incoming.pipe(forwarded);
  }
}

const MAX_WAIT_MS = 1_000;

/** A connection that closes while its client still sends a refused body is reset, and the response is lost. */
function endAfter(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.complete || incoming.destroyed) return void outgoing.end();
  const timer = setTimeout(() => outgoing.end(), MAX_WAIT_MS);
  incoming.once('end', () => {
    clearTimeout(timer);
    outgoing.end();
  });
}

/** Names and values in turn, as Node reads and writes raw headers. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !HOP_HEADERS.has(rawHeaders[index - (index % 2)]!.toLowerCase()));
}
