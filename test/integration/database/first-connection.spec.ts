import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { DatabaseModule } from '../../../src/database/database.module';
import { createTestDatabase } from '../../support/test-database';

it('is connected although the first connection is lost', async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  const { hostname, port } = url;
  let connections = 0;
  const door = createServer((socket) => {
    socket.on('error', () => undefined);
    if ((connections += 1) === 1) return socket.destroy();
    const onward = connect(Number(port), hostname).on('error', () => undefined);
    return socket.pipe(onward).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  url.host = `127.0.0.1:${(door.address() as AddressInfo).port}`;

  const options = { logger: false, abortOnError: false } as const;
  const context = await NestFactory.createApplicationContext(
    DatabaseModule.at(url.href, { poolSize: 2, namesStatements: false }),
    options,
  );
  expect(await context.get(DataSource).query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(connections).toBeGreaterThan(1);
  await context.close();
  door.close();
  await database.drop();
});
