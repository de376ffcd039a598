import type { IncomingMessage, ServerResponse } from 'node:http';
import { BOUNDS, Canary, TableResolver } from '../../test/fixtures/download/inside-and-outside';
import { rejectionOf } from '../../test/fixtures/rejection';
import { AddressGuard } from './address-guard';
import { AddressResolver } from './address-resolver';
import { DownloadError } from './downloader.port';
import { GuardedDownloader } from './guarded.downloader';

/** What the downloader says when it does not download. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(work);
  expect(error).toBeInstanceOf(DownloadError);
  return (error as Error).message;
}

describe('a download', () => {
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

  /** `outside.example` is allowed by name, so that a server on loopback can play the internet. */
  const play = (table: Record<string, readonly (readonly string[])[]> = {}) => {
    const resolver = new TableResolver({ 'outside.example': [['127.0.0.1']], ...table });
    return { resolver, downloader: new GuardedDownloader(new AddressGuard('outside.example'), resolver) };
  };
  const at = (path: string): string => `http://outside.example:${outside.port}${path}`;

  it('brings the bytes, and sends nothing of ours', async () => {
    let sent: IncomingMessage['headers'] = {};
    answer = (request, response) => {
      sent = request.headers;
      response.end('workbook');
    };
    const { downloader } = play();
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
    expect((await play().downloader.download(at('/start'), BOUNDS)).toString()).toBe('end');
  });

  it.each([301, 302, 303, 307, 308])('is not led inside by a redirect with status %i', async (status) => {
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
      await refusal(play({ 'inside.example': [['127.0.0.1']] }).downloader.download(at('/'), BOUNDS));
    }
    expect(inside.hits).toEqual([]);
  });

  it('checks every redirect of a chain', async () => {
    answer = (request, response) => {
      const step = Number(request.url!.slice(1));
      const location = step < 3 ? `/${step + 1}` : `http://127.0.0.1:${inside.port}/`;
      response.writeHead(302, { Location: location }).end();
    };
    expect(await refusal(play().downloader.download(at('/0'), BOUNDS))).toMatch(
      /^Nothing could be downloaded/,
    );
    expect(outside.hits).toHaveLength(4);
    expect(inside.hits).toEqual([]);
  });

  it('gives up a chain of redirects', async () => {
    answer = (_, response) => response.writeHead(302, { Location: '/again' }).end();
    expect(await refusal(play().downloader.download(at('/'), BOUNDS))).toMatch(/more than 5 times/);
    expect(outside.hits).toHaveLength(6);
  });

  it('asks DNS once a hop, so that an answer that changes leads nowhere', async () => {
    answer = (_, response) => response.end('ok');
    const { resolver, downloader } = play({ 'outside.example': [['127.0.0.1'], ['10.0.0.1']] });
    await downloader.download(at('/'), BOUNDS);
    expect(resolver.asked).toEqual(['outside.example']);
  });

  it('checks the address anew when a redirect leads to the same host', async () => {
    answer = (_, response) => response.writeHead(302, { Location: at('/again') }).end();
    const resolver = new TableResolver({ 'outside.example': [['127.0.0.1'], ['127.0.0.2']] });
    const downloader = new GuardedDownloader(new AddressGuard('127.0.0.1'), resolver);
    expect(await refusal(downloader.download(at('/'), BOUNDS))).toMatch(/^Nothing could be downloaded/);
    expect(resolver.asked).toHaveLength(2);
  });

  it.each(['127.0.0.1', '127.0.0.0/8', 'localhost, 127.0.0.1/32'])('is allowed by %s', async (allowed) => {
    answer = (_, response) => response.end('ok');
    const downloader = new GuardedDownloader(new AddressGuard(allowed), play().resolver);
    await expect(downloader.download(at('/'), BOUNDS)).resolves.toEqual(Buffer.from('ok'));
  });

  it.each(['10.0.0.0/8', 'example', 'side.example', '128.0.0.0/8'])(
    'is not allowed by %s',
    async (allowed) => {
      const downloader = new GuardedDownloader(new AddressGuard(allowed), play().resolver);
      await refusal(downloader.download(at('/'), BOUNDS));
      expect(outside.hits).toEqual([]);
    },
  );

  it('ends when the file is too large, whatever its length was said to be', async () => {
    answer = (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(5000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await refusal(play().downloader.download(at('/'), BOUNDS))).toMatch(/larger than/);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['says nothing', () => undefined],
    ['never ends', (response) => response.write('a')],
  ])('ends in time when the other side %s', async (_name, begin) => {
    answer = (_request, response) => void begin(response);
    const downloading = play().downloader.download(at('/'), { ...BOUNDS, withinMs: 100 });
    expect(await refusal(downloading)).toMatch(/took more than 1 s/);
  });

  it('ends early when it is told to, for the reason that it is told', async () => {
    const early = new AbortController();
    const cut = new Promise((resolve) => {
      answer = (_request, response) => {
        response.on('close', resolve);
        response.write('x');
        early.abort(new Error('Nobody wants it any more.'));
      };
    });
    const downloading = play().downloader.download(at('/'), { ...BOUNDS, signal: early.signal });
    await expect(downloading).rejects.toThrow('Nobody wants it any more.');
    await cut;
  });

  it('ends in time when DNS does not answer', async () => {
    class SilentResolver extends AddressResolver {
      resolve(): Promise<readonly string[]> {
        return new Promise(() => undefined);
      }
    }
    const downloader = new GuardedDownloader(new AddressGuard(), new SilentResolver());
    expect(await refusal(downloader.download('http://silent.example/', { ...BOUNDS, withinMs: 50 }))).toMatch(
      /took more than/,
    );
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['an error', (response) => response.writeHead(500).end('no')],
    ['nothing', (response) => response.writeHead(204).end()],
    ['a redirect without a target', (response) => response.writeHead(302).end()],
    ['a compressed transfer', (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x')],
    ['half of the file', (response) => response.writeHead(200, { 'Content-Length': 100 }).end('x')],
    ['a broken connection', (response) => response.destroy()],
  ])('refuses %s', async (_name, respond) => {
    answer = (_request, response) => void respond(response);
    await refusal(play().downloader.download(at('/'), BOUNDS));
  });

  it('does not tell why a connection failed', async () => {
    const closed = await new Canary(() => undefined).listen();
    const { port } = closed;
    await closed.close();
    expect(await refusal(play().downloader.download(`http://outside.example:${port}/`, BOUNDS))).toBe(
      'Nothing could be downloaded from the URL; check that it leads to a public address and answers.',
    );
  });
});
