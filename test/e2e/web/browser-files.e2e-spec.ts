import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import request from 'supertest';
import { BrowserFiles } from '../../../src/web/page/browser-files';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const SOURCES = resolve(__dirname, '../../../src/browser');
const ENTRIES = readdirSync(SOURCES).filter((name) => existsSync(join(SOURCES, name, 'main.ts')));

describe('the files of dist/browser', () => {
  let app: TestApp;
  const files = new BrowserFiles();

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const bytesOf = (path: string, encoding: string) =>
    request(app.origin)
      .get(path)
      .set('Accept-Encoding', encoding)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });

  it('include every entry, with the files that it imports', () => {
    for (const entry of ENTRIES) {
      const tags = files.tags(entry).text;
      expect(tags).toMatch(
        new RegExp(`<script type="module" src="/browser/${entry}-[A-Z0-9]{8}\\.js"></script>`),
      );
      for (const url of files.urls(entry)) expect(tags).toContain(`"${url}"`);
    }
    expect(() => files.tags('unknown')).toThrow('src/browser/unknown/main.ts is not in dist/browser');
  });

  it('are served without credentials, to be cached forever, compressed as the client accepts', async () => {
    for (const url of ENTRIES.flatMap((entry) => files.urls(entry))) {
      const { body: plain, headers } = await bytesOf(url, 'identity').expect(200);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': url.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
        vary: 'Accept-Encoding',
        'x-content-type-options': 'nosniff',
      });
      expect(headers).not.toHaveProperty('content-encoding');
      for (const [encoding, sent, unpack] of [
        ['br', 'gzip, br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
      ] as const) {
        const response = await request(app.origin).head(url).set('Accept-Encoding', sent).expect(200);
        expect(response.headers['content-encoding']).toBe(encoding);
        const stored = join(
          files.folder,
          url.slice('/browser/'.length) + (encoding === 'br' ? '.br' : '.gz'),
        );
        expect(unpack(readFileSync(stored)).equals(plain as Buffer)).toBe(true);
      }
    }
  });

  it('load the form page with at most 1.3 MB', () => {
    const bytes = files
      .urls('web-form')
      .map((url) => statSync(`${join(files.folder, basename(url))}.gz`).size);
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(1_300_000);
  });

  it('come with the licences of the packages in them', async () => {
    const { text } = await app.as(ANONYMOUS).get('/browser/licences.txt').expect(200);
    for (const name of ['vue', '@getodk/web-forms', 'ol', 'dompurify'])
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it.each(['manifest.json', '.inputs.json', 'unknown.js', '..%2f..%2fpackage.json', '%2e%2e%2fpackage.json'])(
    'do not include %s',
    async (name) => {
      await app.as(ANONYMOUS).get(`/browser/${name}`).expect(404);
    },
  );
});
