import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** HTTP server on loopback that stands in for an external or a forbidden internal host. */
export class FileServer {
  readonly hits: string[] = [];
  private readonly server: Server;

  private constructor(respond: (path: string, response: ServerResponse) => void) {
    this.server = createServer((request, response) => {
      this.hits.push(request.url ?? '');
      respond(request.url ?? '', response);
    });
  }

  static async start(respond: (path: string, response: ServerResponse) => void): Promise<FileServer> {
    const server = new FileServer(respond);
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
