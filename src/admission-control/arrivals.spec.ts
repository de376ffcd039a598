import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { Arrivals } from './arrivals';

describe('arrivals', () => {
  const watched = () => {
    const server = new EventEmitter();
    const arrivals = new Arrivals();
    arrivals.watch(server as never);
    return { arrivals, arrive: () => server.emit('connection') };
  };

  it('are a crowd when each of many rounds lets somebody in, until one lets nobody in', async () => {
    const { arrivals, arrive } = watched();
    for (let round = 0; round < 20; round += 1) {
      expect(arrivals.areCrowded).toBe(round >= 16);
      arrive();
      await nextRound();
    }
    await nextRound();
    await nextRound();
    expect(arrivals.areCrowded).toBe(false);
  });

  it('are no crowd when as many come with pauses', async () => {
    const { arrivals, arrive } = watched();
    for (let round = 0; round < 100; round += 1) {
      if (round % 4 === 0) arrive();
      await nextRound();
      expect(arrivals.areCrowded).toBe(false);
    }
  });

  it('are let in one a round by this Node', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const inRound: number[] = [];
    let now = 0;
    server.on('connection', (socket) => {
      inRound.push(now);
      socket.destroy();
    });
    const { port } = server.address() as AddressInfo;
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    while (inRound.length < sockets.length) {
      now += 1;
      await nextRound();
    }
    expect(new Set(inRound).size).toBe(sockets.length);
    server.close();
  });
});
