import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { STORAGE_PLACES } from '../fixtures/storage-places';
import { measure } from '../measure/service-gauge';
import { startApp, type TestApp } from '../support/app';
import { collectWhenGrown } from '../support/garbage';
import { BOUNDARY, postForm } from '../support/in-pieces';
import { ServiceProcess } from '../support/service-process';

const MEGABYTE = 1024 * 1024;
const FULL = process.env['TEST_PROFILE'] === 'full';
const FILE_BYTES = (FULL ? 1024 : 160) * MEGABYTE;
/** What goes to S3 passes through a folder, too. */
const PLACES = STORAGE_PLACES.filter(([name]) => FULL || name === 'S3Storage');
const MOST_RSS_BYTES = 64 * MEGABYTE;

const chunk = randomBytes(MEGABYTE);

/** A submission with one large file, made while it is sent. */
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

it.each(PLACES)(
  `${FILE_BYTES / MEGABYTE} MB go into %s and come back without being held in memory`,
  async (name, makePlaces) => {
    const places = makePlaces();
    await places.before();
    const service = await ServiceProcess.beside(app, {
      ...places.next().variables,
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
        const answer = await fetch(service.origin + pathname, { headers });
        for await (const bytes of answer.body!) {
          hash.update(bytes as Uint8Array);
          // All of it would lie there until V8 comes to it.
          collectWhenGrown();
        }
      });
      const sent = createHash('sha256');
      for (let hashed = 0; hashed < FILE_BYTES; hashed += chunk.length) sent.update(chunk);
      expect(hash.digest('hex')).toBe(sent.digest('hex'));
      const told = [up, down].map(
        ({ rssBytes, cpuMs }) => `${Math.round(rssBytes / MEGABYTE)} MB, ${Math.round(cpuMs)} ms`,
      );
      process.stderr.write(`large-files: ${name}: in ${told[0]}; out ${told[1]}\n`);
      expect(Math.max(up.rssBytes, down.rssBytes)).toBeLessThan(MOST_RSS_BYTES);
    } finally {
      await service.kill();
      await places.after();
    }
  },
);
