import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { AcceptBacklog } from './admission-controller';

describe('AcceptBacklog', () => {
  const watched = () => {
    const server = new EventEmitter();
    const backlog = new AcceptBacklog();
    backlog.watch(server as never);
    return { backlog, accept: () => server.emit('connection') };
  };

  it('is saturated while each of many loop iterations accepts a connection', async () => {
    const { backlog, accept } = watched();
    for (let iteration = 0; iteration < 20; iteration += 1) {
      expect(backlog.isSaturated).toBe(iteration >= 16);
      accept();
      await nextIteration();
    }
    await nextIteration();
    await nextIteration();
    expect(backlog.isSaturated).toBe(false);
  });

  it('is not saturated by as many connections with idle iterations between them', async () => {
    const { backlog, accept } = watched();
    for (let iteration = 0; iteration < 100; iteration += 1) {
      if (iteration % 4 === 0) accept();
      await nextIteration();
      expect(backlog.isSaturated).toBe(false);
    }
  });

  it('relies on one accepted connection per iteration in this Node', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const acceptedIn: number[] = [];
    let now = 0;
    server.on('connection', (socket) => {
      acceptedIn.push(now);
      socket.destroy();
    });
    const { port } = server.address() as AddressInfo;
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    while (acceptedIn.length < sockets.length) {
      now += 1;
      await nextIteration();
    }
    expect(new Set(acceptedIn).size).toBe(sockets.length);
    server.close();
  });
});
