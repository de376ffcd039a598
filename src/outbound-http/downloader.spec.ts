import type { IncomingMessage, ServerResponse } from 'node:http';
import { BOUNDS, Canary, TableResolver } from '../../test/fixtures/download/loopback';
import { rejectionOf } from '../../test/fixtures/rejection';
import { SsrfGuard, AddressResolver, DownloadError } from './guarded-http-client';
import { Downloader } from './downloader';

/** Message of the expected DownloadError. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(work);
  expect(error).toBeInstanceOf(DownloadError);
  return (error as Error).message;
}

describe('Downloader', () => {
  let outside: Canary;
  let inside: Canary;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  beforeAll(async () => {
    outside = await new Canary((request, response) => answer(request, response)).listen();
    inside = await new Canary((_, response) => response.end('secret')).listen();
  });
  afterEach(() => {
    outside.hits.length = 0;
    inside.hits.length = 0;
  });
  afterAll(async () => {
    await outside.close();
    await inside.close();
  });

  /** `outside.example` is allowed by name, so that a server on loopback simulates the internet. */
  const createDownloader = (table: Record<string, readonly (readonly string[])[]> = {}) => {
    const resolver = new TableResolver({ 'outside.example': [['127.0.0.1']], ...table });
    return { resolver, downloader: new Downloader(new SsrfGuard('outside.example'), resolver) };
  };
  const at = (path: string): string => `http://outside.example:${outside.port}${path}`;

  it('returns the bytes, and sends no credentials', async () => {
    let sent: IncomingMessage['headers'] = {};
    answer = (request, response) => {
      sent = request.headers;
      response.end('workbook');
    };
    const { downloader } = createDownloader();
    const bytes = await downloader.download(at('/a/f%C3%B6rm.xlsx?key=1'), BOUNDS);
    expect(bytes.toString()).toBe('workbook');
    expect(outside.hits).toEqual([`outside.example:${outside.port} /a/f%C3%B6rm.xlsx?key=1`]);
    expect(Object.keys(sent).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it.each([301, 302, 303, 307, 308])('follows a redirect with status %i', async (status) => {
    answer = (request, response) =>
      request.url === '/end.xlsx'
        ? response.end('end')
        : response.writeHead(status, { Location: 'end.xlsx' }).end();
    expect((await createDownloader().downloader.download(at('/start'), BOUNDS)).toString()).toBe('end');
  });

  it.each(['/été/a b.xlsx', '/%C3%A9t%C3%A9/a%20b.xlsx'])('encodes %s, also in a redirect', async (path) => {
    answer = (request, response) =>
      request.url === '/start'
        ? response.writeHead(302, { Location: Buffer.from(path).toString('latin1') }).end()
        : response.end('end');
    const { downloader } = createDownloader();
    for (const start of [path, '/start']) await downloader.download(at(start), BOUNDS);
    const encoded = `outside.example:${outside.port} /%C3%A9t%C3%A9/a%20b.xlsx`;
    expect(outside.hits.filter((hit) => !hit.endsWith('/start'))).toEqual([encoded, encoded]);
  });

  it('finds an international host by its ASCII name, as the operator allows it in letters', async () => {
    answer = (_, response) => response.end('end');
    const resolver = new TableResolver({ 'xn--bcher-kva.example': [['127.0.0.1']] });
    const downloader = new Downloader(new SsrfGuard('Bücher.example'), resolver);
    await downloader.download(`http://bücher.example:${outside.port}/`, BOUNDS);
    expect(outside.hits).toEqual([`xn--bcher-kva.example:${outside.port} /`]);
  });

  it.each([301, 302, 303, 307, 308])(
    'blocks redirects with status %i to internal addresses',
    async (status) => {
      for (const location of [
        `http://127.0.0.1:${inside.port}/`,
        `http://2130706433:${inside.port}/`,
        `http://[::ffff:127.0.0.1]:${inside.port}/`,
        `//127.0.0.1:${inside.port}/`,
        `http://inside.example:${inside.port}/`,
        `http://user@outside.example:${inside.port}/`,
        'file:///etc/passwd',
      ]) {
        answer = (_, response) => response.writeHead(status, { Location: location }).end();
        await refusal(
          createDownloader({ 'inside.example': [['127.0.0.1']] }).downloader.download(at('/'), BOUNDS),
        );
      }
      expect(inside.hits).toEqual([]);
    },
  );

  it('checks every redirect of a chain', async () => {
    answer = (request, response) => {
      const step = Number(request.url!.slice(1));
      const location = step < 3 ? `/${step + 1}` : `http://127.0.0.1:${inside.port}/`;
      response.writeHead(302, { Location: location }).end();
    };
    expect(await refusal(createDownloader().downloader.download(at('/0'), BOUNDS))).toMatch(
      /^The file could not be downloaded/,
    );
    expect(outside.hits).toHaveLength(4);
    expect(inside.hits).toEqual([]);
  });

  it('limits redirects', async () => {
    answer = (_, response) => response.writeHead(302, { Location: '/again' }).end();
    expect(await refusal(createDownloader().downloader.download(at('/'), BOUNDS))).toMatch(
      /more than 5 times/,
    );
    expect(outside.hits).toHaveLength(6);
  });

  it('resolves a host once per request, against DNS rebinding', async () => {
    answer = (_, response) => response.end('ok');
    const { resolver, downloader } = createDownloader({ 'outside.example': [['127.0.0.1'], ['10.0.0.1']] });
    await downloader.download(at('/'), BOUNDS);
    expect(resolver.queries).toEqual(['outside.example']);
  });

  it('rechecks the address when a redirect leads to the same host', async () => {
    answer = (_, response) => response.writeHead(302, { Location: at('/again') }).end();
    const resolver = new TableResolver({ 'outside.example': [['127.0.0.1'], ['127.0.0.2']] });
    const downloader = new Downloader(new SsrfGuard('127.0.0.1'), resolver);
    expect(await refusal(downloader.download(at('/'), BOUNDS))).toMatch(/^The file could not be downloaded/);
    expect(resolver.queries).toHaveLength(2);
  });

  it.each(['127.0.0.1', '127.0.0.0/8', 'localhost, 127.0.0.1/32'])('allows a host by %s', async (allowed) => {
    answer = (_, response) => response.end('ok');
    const downloader = new Downloader(new SsrfGuard(allowed), createDownloader().resolver);
    await expect(downloader.download(at('/'), BOUNDS)).resolves.toEqual(Buffer.from('ok'));
  });

  it.each(['10.0.0.0/8', 'example', 'side.example', '128.0.0.0/8'])(
    'does not allow a host by %s',
    async (allowed) => {
      const downloader = new Downloader(new SsrfGuard(allowed), createDownloader().resolver);
      await refusal(downloader.download(at('/'), BOUNDS));
      expect(outside.hits).toEqual([]);
    },
  );

  it('limits the size, for any Content-Length', async () => {
    answer = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(5000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await refusal(createDownloader().downloader.download(at('/'), BOUNDS))).toMatch(/larger than/);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['does not respond', () => undefined],
    ['never ends its response', (response) => response.write('a')],
  ])('times out when the host %s', async (_name, begin) => {
    answer = (_request, response) => void begin(response);
    const downloading = createDownloader().downloader.download(at('/'), { ...BOUNDS, timeoutMs: 100 });
    expect(await refusal(downloading)).toMatch(/took more than 1 s/);
  });

  it('aborts with the reason of the signal', async () => {
    const early = new AbortController();
    const cut = new Promise((resolve) => {
      answer = (_request, response) => {
        response.on('close', resolve);
        response.write('x');
        early.abort(new Error('Cancelled.'));
      };
    });
    const downloading = createDownloader().downloader.download(at('/'), { ...BOUNDS, signal: early.signal });
    await expect(downloading).rejects.toThrow('Cancelled.');
    await cut;
  });

  it('times out when DNS does not respond', async () => {
    class SilentResolver extends AddressResolver {
      override resolve(): Promise<readonly string[]> {
        return new Promise(() => undefined);
      }
    }
    const downloader = new Downloader(new SsrfGuard(), new SilentResolver());
    expect(
      await refusal(downloader.download('http://silent.example/', { ...BOUNDS, timeoutMs: 50 })),
    ).toMatch(/took more than/);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['an error', (response) => response.writeHead(500).end('no')],
    ['nothing', (response) => response.writeHead(204).end()],
    ['a redirect without a target', (response) => response.writeHead(302).end()],
    ['a compressed transfer', (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x')],
    ['half of the file', (response) => response.writeHead(200, { 'Content-Length': 100 }).end('x')],
    ['a broken connection', (response) => response.destroy()],
  ])('rejects %s', async (_name, respond) => {
    answer = (_request, response) => void respond(response);
    await refusal(createDownloader().downloader.download(at('/'), BOUNDS));
  });

  it('hides why a connection failed', async () => {
    const closed = await new Canary(() => undefined).listen();
    const { port } = closed;
    await closed.close();
    expect(
      await refusal(createDownloader().downloader.download(`http://outside.example:${port}/`, BOUNDS)),
    ).toBe('The file could not be downloaded. Check that the host of the URL is public and responds.');
  });
});
