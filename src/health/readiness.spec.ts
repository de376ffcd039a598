import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Environment } from '../config/environment';
import { shutDownGracefully, Readiness } from './health-check';

jest.mock('node:timers/promises', () => ({ setTimeout: jest.fn() }));

it('fails readiness for the notice period, then closes the port, then the app', async () => {
  let endPause: () => void = () => undefined;
  jest.mocked(pause).mockReturnValue(new Promise<void>((resolve) => (endPause = resolve)));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const readiness = new Readiness();
  const environment = Object.assign(new Environment(), { STOP_NOTICE_MS: 5_000 });
  const closed: boolean[] = [];
  const app = {
    get: (token: unknown) => (token === Readiness ? readiness : environment),
    getHttpServer: () => server,
    close: async () => void closed.push(server.listening),
  } as unknown as NestExpressApplication;

  const closing = shutDownGracefully(app);
  expect(() => readiness.assertReady()).toThrow('The service is stopping. Retry.');
  expect(jest.mocked(pause).mock.calls).toEqual([[5_000]]);
  expect([server.listening, closed]).toEqual([true, []]);
  endPause();
  await closing;
  expect(closed).toEqual([false]);
});
