import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Environment } from '../config/environment';
import { closeService } from './close-service';
import { Lifecycle } from './lifecycle';

jest.mock('node:timers/promises', () => ({ setTimeout: jest.fn() }));

it('says that the service stops for as long as it is told to, then closes the port, then all else', async () => {
  let goOn: () => void = () => undefined;
  jest.mocked(pause).mockReturnValue(new Promise<void>((resolve) => (goOn = resolve)));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lifecycle = new Lifecycle();
  const environment = Object.assign(new Environment(), { STOP_NOTICE_MS: 5_000 });
  const closed: boolean[] = [];
  const app = {
    get: (token: unknown) => (token === Lifecycle ? lifecycle : environment),
    getHttpServer: () => server,
    close: async () => void closed.push(server.listening),
  } as unknown as NestExpressApplication;

  const closing = closeService(app);
  expect(() => lifecycle.assertOpen()).toThrow('The service is stopping.');
  expect(jest.mocked(pause).mock.calls).toEqual([[5_000]]);
  expect([server.listening, closed]).toEqual([true, []]);
  goOn();
  await closing;
  expect(closed).toEqual([false]);
});
