import { BOUNDS, Canary, TableResolver } from '../../test/fixtures/download/inside-and-outside';
import { rejectionOf } from '../../test/fixtures/rejection';
import { TARGETS_INSIDE } from '../../test/fixtures/targets-inside';
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

  const resolver = new TableResolver({
    localhost: [['127.0.0.1', '::1']],
    'localhost.': [['127.0.0.1']],
    'inside.example': [['10.0.0.8']],
    'two-faced.example': [[PUBLIC, '127.0.0.1']],
    'mapped.example': [['::ffff:127.0.0.1']],
    'empty.example': [[]],
    'metadata.google.internal': [['169.254.169.254']],
  });

  it.each(TARGETS_INSIDE)('refuses %s', async (target) => {
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
