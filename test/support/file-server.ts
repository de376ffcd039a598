import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server on loopback that plays the outside world, or an inside that nobody may reach. */
export class FileServer {
  /** Paths that were asked for. */
  readonly hits: string[] = [];
  private readonly server: Server;

  private constructor(answer: (path: string, response: ServerResponse) => void) {
    this.server = createServer((request, response) => {
      this.hits.push(request.url ?? '');
      answer(request.url ?? '', response);
    });
  }

  static async start(answer: (path: string, response: ServerResponse) => void): Promise<FileServer> {
    const server = new FileServer(answer);
    await new Promise<void>((done) => server.server.listen(0, '127.0.0.1', done));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
