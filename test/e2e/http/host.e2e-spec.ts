import { startApp, type TestApp } from '../../support/app';
import { sendRaw } from '../../support/raw-request';

describe('the host of a request', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
  });
  afterAll(() => app.stop());

  const send = (target: string, ...headers: string[]): Promise<string> =>
    sendRaw(
      app.port,
      [
        `GET ${target} HTTP/1.1`,
        ...headers,
        `Authorization: Token ${app.tokenOf('owner')}`,
        'Connection: close',
        '\r\n',
      ].join('\r\n'),
    );

  it.each([
    ['two Host headers', ['Host: evil.example', 'Host: survey.example.org']],
    ['two equal ones', ['Host: survey.example.org', 'Host: survey.example.org']],
    ['two in other letter cases', ['host: survey.example.org', 'HOST: evil.example']],
    ['none', []],
  ])('is refused with %s (400)', async (_, headers) => {
    for (const path of ['/me/', '/api/v2/assets/', '/accounts/login/', '/formList', '/nothing-here']) {
      expect(await send(path, ...headers)).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  it.each(['http', 'HTTPS'])('is that of an absolute target, not of the header (%s)', async (scheme) => {
    const target = `${scheme}://survey.example.org/api/v2/`;
    const response = await send(target, 'Host: evil.example');
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toContain('http://survey.example.org/api/v2/assets/');
    expect(response).not.toContain('evil.example');
  });

  it.each(['http://user@evil.example/me/', 'http://a"b/me/', 'http://256.256.256.256/me/'])(
    'is refused in the target %s (400)',
    async (target) => {
      expect(await send(target, 'Host: survey.example.org')).toMatch(/^HTTP\/1\.1 400 /);
    },
  );
});
