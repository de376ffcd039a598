import { BOUNDS, Canary, TableResolver } from '../../test/fixtures/download/inside-and-outside';
import { rejectionOf } from '../../test/fixtures/rejection';
import { AddressGuard } from './address-guard';
import { DownloadError } from './downloader.port';
import { GuardedDownloader } from './guarded.downloader';

/** What the downloader says when it does not download. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(work);
  expect(error).toBeInstanceOf(DownloadError);
  return (error as Error).message;
}

const PUBLIC = '203.0.112.7';

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
