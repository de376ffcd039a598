import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { DatabaseAddress } from '../../../src/database/connection/open-connection';
import { DatabaseModule } from '../../../src/database/database.module';
import { createTestDatabase } from '../../support/test-database';

it('connects even if the first connection is lost', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const { hostname, port } = url;
  let connections = 0;
  const proxy = createServer((socket) => {
    socket.on('error', () => undefined);
    if ((connections += 1) === 1) return socket.destroy();
    const upstream = connect(Number(port), hostname).on('error', () => undefined);
    return socket.pipe(upstream).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  const options = { logger: false, abortOnError: false } as const;
  const context = await NestFactory.createApplicationContext(
    DatabaseModule.forRoot(new DatabaseAddress(url.href), { poolSize: 2, prepareStatements: false }),
    options,
  );
  expect(await context.get(DataSource).query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(connections).toBeGreaterThan(1);
  await context.close();
  proxy.close();
  await database.drop();
});
