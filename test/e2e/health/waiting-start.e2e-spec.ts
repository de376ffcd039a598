import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { eventually } from '../../support/eventually';
import { freePort, Start } from '../../support/start';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';

/** What stands between the service and its database. */
class Door {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.sockets.add(socket));
  }

  /** @param welcome what is done with a connection; nothing: the database accepts and says nothing */
  static async open(port: number, welcome: (socket: Socket) => void = () => undefined): Promise<Door> {
    const server = createServer(welcome).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new Door(server);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

describe('a start before its database', () => {
  let database: TestDatabase;
  let port: number;
  let start: Start;

  beforeEach(async () => {
    database = await createTestDatabase();
    port = await freePort();
    const url = new URL(database.url);
    url.host = `127.0.0.1:${port}`;
    start = new Start({ DATABASE_URL: url.href, SUPERUSER_PASSWORD: 'correct-horse' });
  });
  afterEach(async () => {
    await start.stop();
    await database.drop();
  });

  const saying = (text: string): Promise<unknown> =>
    eventually(
      async () => start.out.includes(text) || start.child.exitCode !== null,
      (isSaid) => isSaid,
    );

  it('says what it waits for, waits, and goes on by itself', async () => {
    await saying('Waiting for it');
    const there = new URL(database.url);
    const door = await Door.open(port, (socket) => {
      const onward = connect(Number(there.port), there.hostname);
      for (const each of [socket, onward]) each.on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    });
    await saying(' is ready at ');
    expect(start.out.split('\n').slice(0, 2)).toEqual([
      `The database of DATABASE_URL, at 127.0.0.1:${port}, can't be reached: nothing listens there; start PostgreSQL, or mend the address. Waiting for it, 60 seconds at the longest …`,
      '',
    ]);
    expect(start.out).toContain('Sign in as admin.');
    await start.stop();
    await door.close();
  });

  it('ends as soon as it is told to', async () => {
    await saying('Waiting for it');
    start.child.kill('SIGTERM');
    expect(await start.shown()).toMatchObject({ code: 0, error: '' });
  });

  it('ends as soon as it is told to, when the database accepts and says nothing', async () => {
    await saying('Waiting for it');
    const connected = new Promise<void>((resolve) => {
      void Door.open(port, () => resolve()).then((door) => start.child.once('exit', () => void door.close()));
    });
    await connected;
    start.child.kill('SIGTERM');
    expect(await start.shown()).toMatchObject({ code: 0, error: '' });
  });
});
