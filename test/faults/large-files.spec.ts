import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { STORAGE_BACKENDS } from '../fixtures/storage-backends';
import { measure } from '../measure/service-gauge';
import { startApp, type TestApp } from '../support/app';
import { collectWhenGrown } from '../support/garbage-collection';
import { BOUNDARY, postForm } from '../support/chunked-bodies';
import { ServiceProcess } from '../support/service-process';

const MEGABYTE = 1024 * 1024;
const LONG = process.env['TEST_PROFILE'] === 'long';
const FILE_BYTES = (LONG ? 1024 : 160) * MEGABYTE;
/** S3 uploads are staged in a folder, too. */
const BACKENDS = STORAGE_BACKENDS.filter(([name]) => LONG || name === 'S3Storage');
const MAX_RSS_BYTES = 64 * MEGABYTE;

const chunk = randomBytes(MEGABYTE);

async function* form(xml: string): AsyncGenerator<Buffer> {
  const part = (field: string, name: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  yield Buffer.from(`${part('xml_submission_file', 'a.xml')}${xml}\r\n${part('film', 'film.mp4')}`);
  for (let sent = 0; sent < FILE_BYTES; sent += chunk.length) yield chunk;
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

let app: TestApp;
let uid: string;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  await app.addUser('owner');
  ({ uid } = await makeDeployedAsset(app));
  headers = { Authorization: `Token ${app.tokenOf('owner')}` };
});
afterAll(() => app.stop());

it.each(BACKENDS)(
  `${FILE_BYTES / MEGABYTE} MB are stored in %s and downloaded without buffering in memory`,
  async (name, makeBackends) => {
    const backends = makeBackends();
    await backends.before();
    const service = await ServiceProcess.startFor(app, {
      ...backends.next().variables,
      MAX_UPLOAD_BYTES: String(2 * FILE_BYTES),
      ROLE: 'api',
    });
    try {
      const uuid = randomUUID();
      const up = await measure(service, async () => {
        const { status, text } = await postForm(
          `${service.origin}/submission`,
          headers,
          form(instanceXml(uid, { uuid })),
        );
        expect([status, text]).toEqual([201, expect.any(String)]);
      });
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200);
      const { pathname } = new URL(body._attachments[0].download_url);
      const hash = createHash('sha256');
      const down = await measure(service, async () => {
        const response = await fetch(service.origin + pathname, { headers });
        for await (const bytes of response.body!) {
          hash.update(bytes as Uint8Array);
          // Chunks would accumulate until V8 collects them.
          collectWhenGrown();
        }
      });
      const sent = createHash('sha256');
      for (let hashed = 0; hashed < FILE_BYTES; hashed += chunk.length) sent.update(chunk);
      expect(hash.digest('hex')).toBe(sent.digest('hex'));
      const figures = [up, down].map(
        ({ rssBytes, cpuMs }) => `${Math.round(rssBytes / MEGABYTE)} MB, ${Math.round(cpuMs)} ms`,
      );
      process.stderr.write(`large-files: ${name}: in ${figures[0]}; out ${figures[1]}\n`);
      expect(Math.max(up.rssBytes, down.rssBytes)).toBeLessThan(MAX_RSS_BYTES);
    } finally {
      await service.kill();
      await backends.after();
    }
  },
);
