import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `unanswered`: requests arrive, and the connection breaks before the response. */
export type NetworkState = 'up' | 'down' | 'unanswered';

/** TCP proxy in front of the service, which can be cut. */
export class UnreliableNetwork {
  private state: NetworkState = 'up';
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((client) => this.accept(client));

  constructor(private readonly target: URL) {}

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Breaks all connections; new ones get this state. */
  become(state: NetworkState): void {
    if (this.state === state) return;
    this.state = state;
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.become('down');
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    if (this.state === 'down') return void client.destroy();
    const service = connect(Number(this.target.port), this.target.hostname);
    const isAnswered = this.state === 'up';
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(service);
    if (isAnswered) service.pipe(client);
    else service.once('data', () => client.destroy());
  }
}
