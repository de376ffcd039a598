import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server';

/** Fault of one request: a status instead of the response, a response that ends in its middle, or none at all. */
export type Fault = { readonly status: number; readonly headers?: Record<string, string> } | 'cut' | 'hang';

/** Proxy in front of a service that injects faults. */
export class FaultyProxy extends LoopbackServer {
  /** Paths of all requests, in order. */
  readonly paths: string[] = [];
  /** Chooses the fault of a request by its path and the number of requests to it so far, from 1. */
  faultOf: (path: string, attempt: number) => Fault | undefined = () => undefined;
  /** Changes the text of a response. */
  rewrite: ((path: string, body: string) => string) | undefined;

  private constructor(private readonly target: string) {
    super();
  }

  static start(target: string): Promise<FaultyProxy> {
    return new FaultyProxy(target).listen();
  }

  protected handle(incoming: IncomingMessage, response: ServerResponse): void {
    const { url: path = '', headers, method } = incoming;
    this.paths.push(path);
    const fault = this.faultOf(path, this.paths.filter((each) => each === path).length);
    if (fault === 'hang') return;
    if (fault !== undefined && fault !== 'cut') {
      response.writeHead(fault.status, fault.headers).end('{"detail":"fault"}');
      return;
    }
    const forwarded = request(new URL(path, this.target), { method, headers }, (received) => {
      const chunks: Buffer[] = [];
      received.on('data', (chunk: Buffer) => chunks.push(chunk));
      received.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const body = this.rewrite === undefined ? bytes : Buffer.from(this.rewrite(path, bytes.toString()));
        const { 'transfer-encoding': _, ...rest } = received.headers;
        response.writeHead(received.statusCode!, { ...rest, 'content-length': body.length });
        if (fault === undefined) response.end(body);
        else response.write(body.subarray(0, body.length / 2), () => response.destroy());
      });
    });
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  }
}
