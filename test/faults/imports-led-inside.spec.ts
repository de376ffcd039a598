import { TARGETS_INSIDE } from '../fixtures/targets-inside';
import { type ImportJson, importJson, WELLS } from '../factories/import.factory';
import { startApp, type TestApp } from '../support/app';
import { FileServer } from '../support/file-server';

const SENTENCES = /^(Nothing could be downloaded|The URL to download from|Files are downloaded over http)/;

/** Imports by URL of a running service; the resolver that changes its mind is in src/outbound-http/led-inside.spec.ts. */
describe('an import by URL', () => {
  let app: TestApp;
  let inside: FileServer;
  let outside: FileServer;

  beforeAll(async () => {
    inside = await FileServer.start((_path, response) => response.end(WELLS));
    outside = await FileServer.start((path, response) => {
      const [, status = '302', ...target] = path.split('/');
      response.writeHead(Number(status), { Location: decodeURIComponent(target.join('/')) }).end();
    });
    // By its name, so that the address of the same machine stays inside.
    app = await startApp({ environment: { DOWNLOAD_ALLOW: 'localhost' } });
    await app.addUser('owner');
  });
  afterEach(() => expect(inside.hits).toEqual([]));
  afterAll(async () => {
    await app.stop();
    await inside.stop();
    await outside.stop();
  });

  const port = (server: FileServer): string => new URL(server.origin).port;
  const refused = ({ status, messages }: ImportJson): string => {
    expect([status, messages.error_type]).toEqual(['error', 'DownloadError']);
    expect(messages.error).toMatch(SENTENCES);
    return messages.error!;
  };

  it(`reaches none of ${TARGETS_INSIDE.length} places inside`, async () => {
    expect(TARGETS_INSIDE.length).toBeGreaterThan(60);
    for (const target of TARGETS_INSIDE) {
      if (/localhost/i.test(target)) continue;
      refused(await importJson(app, { url: target.replace('{port}', port(inside)), library: false }));
    }
  });

  it.each([301, 302, 303, 307, 308])('is not led inside by a redirect with status %i', async (status) => {
    for (const target of [
      'http://127.0.0.1:{port}/',
      'http://[::ffff:127.0.0.1]:{port}/',
      'http://2130706433:{port}/',
      'file:///etc/passwd',
    ]) {
      const path = encodeURIComponent(target.replace('{port}', port(inside)));
      refused(
        await importJson(app, { url: `http://localhost:${port(outside)}/${status}/${path}`, library: false }),
      );
    }
    expect(outside.hits.length).toBeGreaterThan(0);
  });

  it('says the same of a host inside, of one that nobody has, and of a port where nobody listens', async () => {
    const free = await FileServer.start(() => undefined);
    const closed = port(free);
    await free.stop();
    const sentences: string[] = [];
    for (const url of [
      'http://10.0.0.1/',
      `http://127.0.0.1:${port(inside)}/`,
      'http://nobody.invalid/',
      `http://localhost:${closed}/`,
    ]) {
      sentences.push(refused(await importJson(app, { url, library: false })));
    }
    expect(new Set(sentences).size).toBe(1);
  });
});
