import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pinoHttp from 'pino-http';
import { LOG_FORMAT } from './logged-error';

describe('LOG_FORMAT', () => {
  let server: Server;
  const lines: string[] = [];

  beforeAll(async () => {
    const log = pinoHttp(
      { ...LOG_FORMAT, level: 'debug' },
      { write: (line: string) => void lines.push(line) },
    );
    server = createServer((request, response) => {
      log(request, response);
      response.writeHead(302, {
        Location: 'https://app.example/back?code=secret-code',
        'Set-Cookie': ['sessionid=secret-session', 'csrftoken=secret-csrf'],
      });
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('logs a request without its secrets', async () => {
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}/o/authorize/?state=secret-state`, {
      redirect: 'manual',
      headers: {
        Authorization: 'Token secret-token',
        Cookie: 'sessionid=secret-cookie',
        'X-CSRFToken': 'secret-header',
        Referer: 'http://127.0.0.1/?code=secret-referer',
        Connection: 'close',
      },
    });
    const log = lines.join('\n');
    expect(log).toContain('/o/authorize/');
    expect(log).not.toContain('secret');
  });
});
