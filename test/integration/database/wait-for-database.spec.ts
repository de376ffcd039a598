import { getEventListeners, once } from 'node:events';
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

/** Message of the PostgreSQL protocol. */
function message(type: string, ...parts: (Buffer | number)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'number' ? int(part, 4) : part)));
  return Buffer.concat([Buffer.from(type), int(body.length + 4, 4), body]);
}
function int(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const READY = message('Z', Buffer.from('I'));

/** Answers the first query with one row of one text. */
async function serveVersion(version: string): Promise<Server> {
  const column = [text('version'), 0, int(0, 2), 25, int(-1, 2), -1, int(0, 2)];
  const reply = [
    message('T', int(1, 2), ...column),
    message('D', int(1, 2), version.length, Buffer.from(version)),
    message('C', text('SELECT 1')),
    READY,
  ];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', 0), READY]));
      socket.once('data', () => socket.write(Buffer.concat(reply)));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('waitForDatabase with a version of PostgreSQL', () => {
  const wait = async (version: string): Promise<unknown> => {
    const server = await serveVersion(version);
    try {
      const { port } = server.address() as AddressInfo;
      const url = `postgres://ann:secret@127.0.0.1:${port}/x`;
      return await waitForDatabase(url, { timeoutSeconds: 60, log: () => undefined }).catch(String);
    } finally {
      server.close();
    }
  };

  it.each(['14.2', '14.11 (Debian 14.11-1)', '13beta1', '9.6.24'])('refuses %s at once', async (version) => {
    const error = await wait(version);
    expect(error).toContain(`is PostgreSQL ${version}, and this service needs 15 or later. Upgrade it`);
    expect(error).not.toContain('secret');
  });

  it.each(['15.0', '15.18 (Debian 15.18-0+deb12u1)', '18.4', '19devel'])('accepts %s', async (version) => {
    expect(await wait(version)).toBeUndefined();
  });
});

describe('waitForDatabase with a server that refuses', () => {
  /** @param reply to the first message, before the connection is closed */
  const wait = async (reply: Buffer | string = ''): Promise<string> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(reply));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `postgres://ann:secret@127.0.0.1:${port}/x`;
    const error = await waitForDatabase(url, { timeoutSeconds: 0, log: () => undefined }).catch(String);
    server.close();
    expect(error).not.toContain('secret');
    return error as string;
  };
  const refusal = (code: string, reason: string): Buffer =>
    message('E', Buffer.from('SFATAL\0'), text(`C${code}`), text(`M${reason}`), Buffer.from('\0'));

  it.each([
    ['28P01', 'password authentication failed', 'authentication failed for user ann. Correct the user'],
    ['28000', 'no pg_hba.conf entry for host "h"', '(no pg_hba.conf entry for host "h"). Allow it in'],
    ['53300', 'sorry, too many clients already', 'already. Raise max_connections of PostgreSQL'],
    ['08P01', 'unsupported startup parameter: statement_timeout', 'set DATABASE_DIRECT_URL to the address'],
    ['3D000', 'database "x" does not exist', 'Create it with "createdb x"'],
  ])('with %s says what to do', async (code, reason, expected) => {
    expect(await wait(refusal(code, reason))).toContain(expected);
  });

  it('names the variable, and leaves no listener of its attempts', async () => {
    const { signal } = new AbortController();
    const url = 'postgres://ann:secret@127.0.0.1:1/x';
    const options = { timeoutSeconds: 1.2, log: () => undefined, variable: 'DATABASE_DIRECT_URL', signal };
    expect(await waitForDatabase(url, options).catch(String)).toMatch(
      /^UnreachableDatabaseError: Can't connect to the database of DATABASE_DIRECT_URL at 127.0.0.1:1: connection refused/,
    );
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('says what to do when another program listens there', async () => {
    expect(await wait()).toContain('Check that PostgreSQL, not another program, listens at');
  });
});
