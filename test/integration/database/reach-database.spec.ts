import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { reachDatabase } from '../../../src/database/reach-database';

const TLS = join(__dirname, '../../fixtures/tls');
const key = readFileSync(join(TLS, 'key.pem'));
const cert = readFileSync(join(TLS, 'certificate.pem'));

describe('reaching a database with a certificate of an authority that nobody knows here', () => {
  let server: Server;
  const told: string[] = [];

  beforeAll(async () => {
    // Asked whether it speaks TLS, it says so, and shows its certificate.
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

  it('says at once where to name that authority, and never the password', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `postgres://ann:secret@127.0.0.1:${port}/x?sslmode=verify-full`;
    const refusal = await reachDatabase(url, { seconds: 60, tell: (line) => told.push(line) }).catch(String);
    expect(refusal).toMatch(
      /its certificate is not of an authority that is known here .* NODE_EXTRA_CA_CERTS/,
    );
    expect(refusal).not.toContain('secret');
    expect(told).toEqual([]);
  });
});
