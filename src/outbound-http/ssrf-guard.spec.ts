import { BOUNDS, Canary, TableResolver } from '../../test/fixtures/download/loopback';
import { rejectionOf } from '../../test/fixtures/rejection';
import { SSRF_TARGETS } from '../../test/fixtures/ssrf-targets';
import { SsrfGuard, DownloadError, parseTargetUrl } from './guarded-http-client';
import { Downloader } from './downloader';

/** Message of the expected DownloadError. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(work);
  expect(error).toBeInstanceOf(DownloadError);
  return (error as Error).message;
}

const PUBLIC = '203.0.112.7';

describe('SsrfGuard in downloads', () => {
  let canary: Canary;

  beforeAll(async () => {
    canary = await new Canary((_, response) => response.end('secret')).listen();
  });
  afterEach(() => {
    canary.hits.length = 0;
  });
  afterAll(() => canary.close());

  const resolver = new TableResolver({
    localhost: [['127.0.0.1', '::1']],
    'localhost.': [['127.0.0.1']],
    'inside.example': [['10.0.0.8']],
    'two-faced.example': [[PUBLIC, '127.0.0.1']],
    'mapped.example': [['::ffff:127.0.0.1']],
    'empty.example': [[]],
    'metadata.google.internal': [['169.254.169.254']],
  });

  it.each(SSRF_TARGETS)('blocks %s', async (target) => {
    const downloader = new Downloader(new SsrfGuard(), resolver);
    await refusal(downloader.download(target.replace('{port}', String(canary.port)), BOUNDS));
    expect(canary.hits).toEqual([]);
  });

  it('has one message for internal, unknown and unreachable hosts', async () => {
    const closed = await new Canary(() => undefined).listen();
    const { port } = closed;
    await closed.close();
    const outside = { ...BOUNDS, timeoutMs: 60_000 };
    const hosts = ['inside.example', 'two-faced.example', 'empty.example', 'unknown.example', '10.0.0.1'];
    const messages = await Promise.all([
      ...hosts.map((host) =>
        refusal(new Downloader(new SsrfGuard(), resolver).download(`http://${host}/`, BOUNDS)),
      ),
      refusal(
        new Downloader(new SsrfGuard('localhost'), resolver).download(`http://localhost:${port}/`, outside),
      ),
    ]);
    expect(new Set(messages).size).toBe(1);
  });

  it('rejects white space and line breaks in a URL', async () => {
    const downloader = new Downloader(new SsrfGuard(), resolver);
    for (const target of [
      ' http://127.0.0.1/',
      'http://127.0.0.1/\r\nX: y',
      `http://public.example/${'a'.repeat(5000)}`,
    ]) {
      expect(await refusal(downloader.download(target, BOUNDS))).toMatch(/not valid/);
    }
  });
});

describe('parseTargetUrl', () => {
  it.each([
    ['https://example.org/été.xlsx', 'https://example.org/%C3%A9t%C3%A9.xlsx'],
    ['https://example.org/a b?q=é', 'https://example.org/a%20b?q=%C3%A9'],
    ['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
    ['https://example.org/%C3%A9', 'https://example.org/%C3%A9'],
    ['https://example.org/100%', 'https://example.org/100%'],
    [
      'https://example.org/日本?名=字#部',
      'https://example.org/%E6%97%A5%E6%9C%AC?%E5%90%8D=%E5%AD%97#%E9%83%A8',
    ],
    ['HTTPS://EXAMPLE.org:443/<x>', 'https://example.org/%3Cx%3E'],
  ])('encodes %s', (text, url) => {
    expect(parseTargetUrl(text).href).toBe(url);
  });

  it.each([
    'https://example.org/a\nb',
    'https://example.org\\@127.0.0.1/',
    ' https://example.org/',
    'https://exa mple.org/',
    'https://xn--a.example/',
    'https://example.org/\u0000',
    'ftp://example.org/',
    'https://user@example.org/',
    'http://１２７.0.0.1/',
    'http://127。0。0。1/',
    'http://0x7f.1/',
  ])('refuses %j', (text) => {
    expect(() => parseTargetUrl(text)).toThrow('download URL');
  });
});
