import { SSRF_TARGETS } from '../fixtures/ssrf-targets';
import { type ImportJson, importJson, WELLS } from '../factories/import.factory';
import { startApp, type TestApp } from '../support/app';
import { FileServer } from '../support/file-server';

const MESSAGES = /^(The file could not be downloaded|The download URL )/;

/** SSRF protection of imports; DNS rebinding is tested in src/outbound-http/ssrf-guard.spec.ts. */
describe('an import by URL', () => {
  let app: TestApp;
  let internal: FileServer;
  let external: FileServer;

  beforeAll(async () => {
    internal = await FileServer.start((_path, response) => response.end(WELLS));
    external = await FileServer.start((path, response) => {
      const [, status = '302', ...target] = path.split('/');
      response.writeHead(Number(status), { Location: decodeURIComponent(target.join('/')) }).end();
    });
    // Allowed by name only: its address stays forbidden.
    app = await startApp({ environment: { DOWNLOAD_ALLOW: 'localhost' } });
    await app.addUser('owner');
  });
  afterEach(() => expect(internal.hits).toEqual([]));
  afterAll(async () => {
    await app.stop();
    await internal.stop();
    await external.stop();
  });

  const port = (server: FileServer): string => new URL(server.origin).port;
  const expectRejected = ({ status, messages }: ImportJson): string => {
    expect([status, messages.error_type]).toEqual(['error', 'DownloadError']);
    expect(messages.error).toMatch(MESSAGES);
    return messages.error!;
  };

  it(`reaches none of ${SSRF_TARGETS.length} internal targets`, async () => {
    expect(SSRF_TARGETS.length).toBeGreaterThan(60);
    for (const target of SSRF_TARGETS) {
      if (/localhost/i.test(target)) continue;
      expectRejected(
        await importJson(app, { url: target.replace('{port}', port(internal)), library: false }),
      );
    }
  });

  it.each([301, 302, 303, 307, 308])(
    'does not follow a redirect to an internal target with status %i',
    async (status) => {
      for (const target of [
        'http://127.0.0.1:{port}/',
        'http://[::ffff:127.0.0.1]:{port}/',
        'http://2130706433:{port}/',
        'file:///etc/passwd',
      ]) {
        const path = encodeURIComponent(target.replace('{port}', port(internal)));
        expectRejected(
          await importJson(app, {
            url: `http://localhost:${port(external)}/${status}/${path}`,
            library: false,
          }),
        );
      }
      expect(external.hits.length).toBeGreaterThan(0);
    },
  );

  it('fails alike for an internal host, an unknown host and a closed port', async () => {
    const unused = await FileServer.start(() => undefined);
    const closed = port(unused);
    await unused.stop();
    const errors: string[] = [];
    for (const url of [
      'http://10.0.0.1/',
      `http://127.0.0.1:${port(internal)}/`,
      'http://unknown.invalid/',
      `http://localhost:${closed}/`,
    ]) {
      errors.push(expectRejected(await importJson(app, { url, library: false })));
    }
    expect(new Set(errors).size).toBe(1);
  });
});
