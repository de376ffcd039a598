import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { waitForDatabase } from '../../../src/database/wait-for-database';

const TLS = join(__dirname, '../../fixtures/tls');
const key = readFileSync(join(TLS, 'key.pem'));
const cert = readFileSync(join(TLS, 'certificate.pem'));

describe('waitForDatabase with an unknown certificate authority', () => {
  let server: Server;
  const messages: string[] = [];

  beforeAll(async () => {
    // Accepts the TLS request and presents its certificate.
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => undefined);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  it('fails at once with a hint and without the password', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `postgres://ann:secret@127.0.0.1:${port}/x?sslmode=verify-full`;
    const error = await waitForDatabase(url, {
      timeoutSeconds: 60,
      log: (line) => messages.push(line),
    }).catch(String);
    expect(error).toMatch(/unknown certificate authority .* NODE_EXTRA_CA_CERTS/);
    expect(error).not.toContain('secret');
    expect(messages).toEqual([]);
  });
});
