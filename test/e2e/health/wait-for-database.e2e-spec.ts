import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { eventually } from '../../support/eventually';
import { freePort, StandaloneService } from '../../support/standalone-service';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

class DatabaseProxy {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.sockets.add(socket));
  }

  /** @param onConnection by default connections are accepted and never answered */
  static async open(
    port: number,
    onConnection: (socket: Socket) => void = () => undefined,
  ): Promise<DatabaseProxy> {
    const server = createServer(onConnection).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new DatabaseProxy(server);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

describe('a start without its database', () => {
  let database: TestDatabase;
  let port: number;
  let start: StandaloneService;

  beforeEach(async () => {
    database = await createTestDatabase();
    port = await freePort();
    const url = new URL(database.url);
    url.host = `127.0.0.1:${port}`;
    start = new StandaloneService({ DATABASE_URL: url.href, SUPERUSER_PASSWORD: 'correct-horse' });
  });
  afterEach(async () => {
    await start.stop();
    await database.drop();
  });

  const waitForOutput = (text: string): Promise<unknown> =>
    eventually(
      async () => start.out.includes(text) || start.child.exitCode !== null,
      (isSaid) => isSaid,
    );

  it('reports what it waits for and goes on when the database is up', async () => {
    await waitForOutput('Waiting for it');
    const databaseUrl = new URL(database.url);
    const proxy = await DatabaseProxy.open(port, (socket) => {
      const upstream = connect(Number(databaseUrl.port), databaseUrl.hostname);
      for (const each of [socket, upstream]) each.on('error', () => undefined);
      socket.pipe(upstream).pipe(socket);
    });
    await waitForOutput(' is ready at ');
    expect(start.out.split('\n').slice(0, 2)).toEqual([
      `Can't connect to the database of DATABASE_URL at 127.0.0.1:${port}: connection refused. Start PostgreSQL, or correct the address. Waiting for it, up to 60 s …`,
      '',
    ]);
    expect(start.out).toContain('Sign in as admin.');
    await start.stop();
    await proxy.close();
  });

  it('ends at once on SIGTERM', async () => {
    await waitForOutput('Waiting for it');
    start.child.kill('SIGTERM');
    expect(await start.result()).toMatchObject({ code: 0, error: '' });
  });

  it('ends at once on SIGTERM when the database accepts and never answers', async () => {
    await waitForOutput('Waiting for it');
    const connected = new Promise<void>((resolve) => {
      void DatabaseProxy.open(port, () => resolve()).then((proxy) =>
        start.child.once('exit', () => void proxy.close()),
      );
    });
    await connected;
    start.child.kill('SIGTERM');
    expect(await start.result()).toMatchObject({ code: 0, error: '' });
  });
});
