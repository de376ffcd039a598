import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { sendRaw } from '../../support/raw-request';

const IMAGES = '{"$and":[{"_attachments":{"$elemMatch":{"mimetype":{"$regex":"^image/"}}}}]}';

/** Browsers leave most characters of a query unescaped; some clients leave all. */
describe('a query that is sent unescaped', () => {
  let app: TestApp;
  let survey: AssetJson;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    survey = await makeDeployedAsset(app);
    const content = Buffer.from('bytes');
    const answers = '<photo>a.jpg</photo>';
    await submit(app, survey.uid, { answers, files: [{ name: 'a.jpg', content }] });
    await submit(app, survey.uid);
  });
  afterAll(() => app.stop());

  const get = (target: string, end: string) =>
    `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nAuthorization: Token ${app.tokenOf('owner')}\r\n${end}\r\n`;
  const statusesOf = (response: string): string[] =>
    [...response.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status!);
  const countOf = (response: string): string | undefined => /"count":(\d+)/.exec(response)?.[1];

  it.each([
    ['with quotes and all', IMAGES],
    ['as browsers send it', IMAGES.replaceAll('"', '%22')],
    ['escaped', encodeURIComponent(IMAGES)],
  ])('finds images %s, at every attempt', async (_, query) => {
    const target = `/api/v2/assets/${survey.uid}/data?limit=20&query=${query}`;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const response = await sendRaw(app.port, get(target, 'Connection: close\r\n'));
      expect(statusesOf(response)).toEqual(['200']);
      expect(countOf(response)).toBe('1');
    }
  });

  it('is read on a connection that other requests used before', async () => {
    const body = JSON.stringify({ first_name: 'x'.repeat(5000) });
    const refused = `PATCH /me/ HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAuthorization: Token ${app.tokenOf('owner')}\r\n\r\n${body}`;
    const target = `/api/v2/assets/${survey.uid}/data?limit=20&query=${IMAGES}`;
    const response = await sendRaw(
      app.port,
      get(`/api/v2/assets/${survey.uid}/`, '') +
        refused +
        get(target, '') +
        get(target, 'Connection: close\r\n'),
    );
    expect(statusesOf(response)).toEqual(['200', '400', '200', '200']);
  });
});
