import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';
import { Random, testSeed } from '../fixtures/random';
import { FORM_READERS } from '../support/form-readers';

const LONG = process.env['TEST_PROFILE'] === 'long';
/** On each path. */
const SUBMISSIONS = LONG ? 30 : 2;
const FILES = 20;
const MAX_FILE_BYTES = LONG ? 400_000 : 60_000;

if (LONG) jest.setTimeout(20 * 60_000);

interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

describe.each(FORM_READERS)(
  'a submission with 20 files in several requests, some of them aborted, on the %s',
  (_path, headers) => {
    const random = new Random(testSeed());
    let app: TestApp;
    let uid: string;

    beforeAll(async () => {
      app = await startApp();
      await app.addUser('owner');
      uid = (await makeDeployedAsset(app)).uid;
    });
    afterAll(() => app.stop());

    /** Sends a request, or aborts it after some bytes. @returns the status; undefined if aborted */
    async function post(
      xml: string,
      files: readonly SentFile[],
      aborted: boolean,
    ): Promise<number | undefined> {
      const form = new FormData();
      form.set('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
      if (files.length < FILES) form.set('*isIncomplete*', 'yes');
      for (const { name, bytes } of files) form.append(name, new Blob([bytes], { type: 'image/jpeg' }), name);
      const encoded = new Response(form);
      const body = Buffer.from(await encoded.arrayBuffer());
      return new Promise((resolve) => {
        const sent = request(`${app.origin}/submission`, {
          method: 'POST',
          headers: {
            Authorization: `Token ${app.tokenOf('owner')}`,
            'Content-Type': encoded.headers.get('content-type')!,
            'Content-Length': body.length,
            ...headers,
          },
        });
        sent.on('response', (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        });
        sent.on('error', () => resolve(undefined));
        if (aborted) {
          const part = body.subarray(0, random.between(0, body.length - 1));
          sent.write(part, () => sent.destroy());
        } else sent.end(body);
      });
    }

    /** Files in random order and in groups of random size; some in several groups. */
    function groupsOf(files: readonly SentFile[]): SentFile[][] {
      const shuffled = files
        .map((file) => ({ file, key: random.next() }))
        .sort((one, other) => one.key - other.key)
        .map(({ file }) => file);
      const groups: SentFile[][] = [];
      for (let start = 0; start < shuffled.length;) {
        const size = random.between(1, 7);
        const group = shuffled.slice(start, start + size);
        groups.push(random.chance(0.3) ? [...group, random.pick(files)] : group);
        start += size;
      }
      return groups;
    }

    async function deliver(xml: string, files: readonly SentFile[]): Promise<void> {
      let pending = groupsOf(files);
      while (pending.length > 0) {
        const statuses = await Promise.all(pending.map((group) => post(xml, group, random.chance(0.3))));
        for (const status of statuses) expect([201, 202, undefined]).toContain(status);
        pending = pending.filter((_, index) => statuses[index] === undefined);
      }
    }

    it('has each file once and complete, and no others', async () => {
      for (let count = 0; count < SUBMISSIONS; count += 1) {
        const uuid = randomUUID();
        const files = Array.from({ length: FILES }, (_, index) => ({
          name: `f ${index}.jpg`,
          bytes: random.bytes(random.between(1, MAX_FILE_BYTES)),
        }));
        const xml = instanceXml(uid, { uuid, answers: `<photo>f 0.jpg</photo>` });
        await deliver(xml, files);
        const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200);
        const listed = (body as { _attachments: { media_file_basename: string; download_url: string }[] })
          ._attachments;
        const found = new Map<string, string>();
        for (const { media_file_basename: name, download_url: url } of listed) {
          const file = await app.as('owner').get(new URL(url).pathname).expect(200);
          found.set(name, sha256(file.body as Buffer));
        }
        expect(listed).toHaveLength(FILES);
        expect(Object.fromEntries(found)).toEqual(
          Object.fromEntries(files.map(({ name, bytes }) => [name, sha256(bytes)])),
        );
      }
      const [rows] = await app.rows<{ submissions: number; files: number }>(
        `SELECT (SELECT count(*)::int FROM submission) AS submissions,
              (SELECT count(*)::int FROM attachment) AS files`,
      );
      expect(rows).toEqual({ submissions: SUBMISSIONS, files: SUBMISSIONS * FILES });
    });
  },
);

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
