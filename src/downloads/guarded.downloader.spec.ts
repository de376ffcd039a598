import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressGuard } from './address-guard';
import { AddressResolver } from './address-resolver';
import { DownloadError } from './downloader.port';
import { GuardedDownloader } from './guarded.downloader';

const BOUNDS = { maxBytes: 10_000, withinMs: 10_000 };

/** A server on loopback: what it hears of is what reached the inside. */
class Canary {
  readonly hits: string[] = [];
  private readonly server: Server;

  constructor(private readonly answer: (request: IncomingMessage, response: ServerResponse) => void) {
    this.server = createServer((request, response) => {
      this.hits.push(`${request.headers.host} ${request.url}`);
      this.answer(request, response);
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** Answers from a table; a host with several entries is answered differently each time. */
class TableResolver extends AddressResolver {
  readonly asked: string[] = [];

  constructor(private readonly table: Readonly<Record<string, readonly (readonly string[])[]>>) {
    super();
  }

  async resolve(host: string): Promise<readonly string[]> {
    const answers = this.table[host];
    if (answers === undefined) throw new Error(`ENOTFOUND ${host}`);
    const times = this.asked.filter((each) => each === host).length;
    this.asked.push(host);
    return answers[Math.min(times, answers.length - 1)]!;
  }
}

const PUBLIC = '203.0.112.7';

async function refusal(work: Promise<unknown>): Promise<string> {
  const outcome: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(DownloadError);
  return (outcome as Error).message;
}

describe('a download that is led inside', () => {
  let canary: Canary;

  beforeAll(async () => {
    canary = await new Canary((_, response) => response.end('secret')).listen();
  });
  afterEach(() => {
    canary.hits.length = 0;
  });
  afterAll(() => canary.close());

  /** `{port}` stands for the canary's. */
  const TARGETS = `
    http://127.0.0.1:{port}/          http://127.1:{port}/             http://127.0.1:{port}/
    http://127.255.255.254:{port}/    http://2130706433:{port}/        http://0x7f000001:{port}/
    http://0x7f.0.0.1:{port}/         http://0177.0.0.1:{port}/        http://017700000001:{port}/
    http://0:{port}/                  http://0.0.0.0:{port}/           http://0.1.2.3:{port}/
    http://127.0.0.1.:{port}/         http://①②⑦.0.0.1:{port}/         http://127%2e0%2e0%2e1:{port}/
    http://localhost:{port}/          http://LOCALHOST:{port}/         http://localhost.:{port}/
    http://[::1]:{port}/              http://[::]:{port}/              http://[0:0:0:0:0:0:0:1]:{port}/
    http://[::ffff:127.0.0.1]:{port}/ http://[::ffff:7f00:1]:{port}/   http://[::127.0.0.1]:{port}/
    http://[64:ff9b::7f00:1]:{port}/  http://[2002:7f00:1::]:{port}/   http://[2001:0:7f00:1::]:{port}/
    http://[fe80::1]:{port}/          http://[fe80::1%25lo]:{port}/    http://[fc00::1]:{port}/
    http://[fd00:ec2::254]/           http://[ff02::1]:{port}/         http://[2001:db8::1]:{port}/
    http://[100::1]/                  http://[3fff::1]/                http://[::ffff:0:7f00:1]/
    http://10.0.0.1/                  http://10.255.255.255/           http://172.16.0.1/
    http://172.31.255.254/            http://192.168.0.1/              http://192.168.255.255/
    http://100.64.0.1/                http://100.100.100.200/          http://169.254.169.254/latest/meta-data/
    http://169.254.0.1/               http://2852039166/               http://168.63.129.16/
    http://192.0.0.1/                 http://192.0.2.1/                http://192.88.99.1/
    http://198.18.0.1/                http://198.19.255.255/           http://198.51.100.1/
    http://203.0.113.1/               http://224.0.0.1/                http://239.255.255.255/
    http://240.0.0.1/                 http://255.255.255.255/          http://134744072/
    http://inside.example/            http://two-faced.example/        http://metadata.google.internal/
    http://mapped.example/            http://empty.example/            http://unknown.example/
    https://127.0.0.1:{port}/         HTTP://127.0.0.1:{port}/         http:127.0.0.1:{port}
    http:/127.0.0.1:{port}/           http:\\\\127.0.0.1:{port}\\        //127.0.0.1:{port}/
    file:///etc/passwd                ftp://127.0.0.1:{port}/          gopher://127.0.0.1:{port}/
    data:text/plain,x                 javascript:1                     dict://127.0.0.1:{port}/
    http://public.example@127.0.0.1:{port}/  http://user:pass@public.example/  http://127.0.0.1:{port}\\@public.example/
    http://127.0.0.1:{port}#@public.example/ http://public.example:99999/      form.xlsx
    http://                           blob:http://127.0.0.1:{port}/x   unix:/var/run/docker.sock
  `
    .trim()
    .split(/\s+/);

  const resolver = new TableResolver({
    localhost: [['127.0.0.1', '::1']],
    'localhost.': [['127.0.0.1']],
    'inside.example': [['10.0.0.8']],
    'two-faced.example': [[PUBLIC, '127.0.0.1']],
    'mapped.example': [['::ffff:127.0.0.1']],
    'empty.example': [[]],
    'metadata.google.internal': [['169.254.169.254']],
  });

  it.each(TARGETS)('refuses %s', async (target) => {
    const downloader = new GuardedDownloader(new AddressGuard(), resolver);
    await refusal(downloader.download(target.replace('{port}', String(canary.port)), BOUNDS));
    expect(canary.hits).toEqual([]);
  });

  it('tells a host inside from one that nobody has, or that does not answer, by nothing', async () => {
    const closed = await new Canary(() => undefined).listen();
    const { port } = closed;
    await closed.close();
    const outside = { ...BOUNDS, withinMs: 60_000 };
    const hosts = ['inside.example', 'two-faced.example', 'empty.example', 'unknown.example', '10.0.0.1'];
    const sentences = await Promise.all([
      ...hosts.map((host) =>
        refusal(new GuardedDownloader(new AddressGuard(), resolver).download(`http://${host}/`, BOUNDS)),
      ),
      refusal(
        new GuardedDownloader(new AddressGuard('localhost'), resolver).download(
          `http://localhost:${port}/`,
          outside,
        ),
      ),
    ]);
    expect(new Set(sentences).size).toBe(1);
  });

  it('refuses white space and line ends in a URL', async () => {
    const downloader = new GuardedDownloader(new AddressGuard(), resolver);
    for (const target of [
      ' http://127.0.0.1/',
      'http://127.0.0.1/\r\nX: y',
      `http://public.example/${'a'.repeat(5000)}`,
    ]) {
      expect(await refusal(downloader.download(target, BOUNDS))).toMatch(/not valid/);
    }
  });
});

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

  it('brings the bytes and the name of the file, and sends nothing of ours', async () => {
    let sent: IncomingMessage['headers'] = {};
    answer = (request, response) => {
      sent = request.headers;
      response.end('workbook');
    };
    const { downloader } = play();
    const { bytes, fileName } = await downloader.download(at('/a/f%C3%B6rm.xlsx?key=1'), BOUNDS);
    expect([bytes.toString(), fileName]).toEqual(['workbook', 'förm.xlsx']);
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
    const { bytes, fileName } = await play().downloader.download(at('/start'), BOUNDS);
    expect([bytes.toString(), fileName]).toEqual(['end', 'end.xlsx']);
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
    await expect(downloader.download(at('/'), BOUNDS)).resolves.toMatchObject({ fileName: '' });
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
