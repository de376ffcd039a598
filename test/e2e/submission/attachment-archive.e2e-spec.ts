import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AssetJson,
  grant,
  makeAsset,
  makeDeployedAsset,
  grantPartially,
} from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

/** Names and texts of the entries, which are stored uncompressed. */
const entriesOf = (zip: Buffer): Record<string, string> => {
  const entries: Record<string, string> = {};
  // Central directory: sizes of streamed entries are known here only.
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const name = zip.subarray(at + 46, at + 46 + zip.readUInt16LE(at + 28)).toString();
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries[name] = zip.subarray(start, start + zip.readUInt32LE(at + 24)).toString();
  }
  return entries;
};

describe('GET data.zip', () => {
  let app: TestApp;
  let survey: AssetJson;
  let first: string;
  let second: string;

  const archive = async (by: string) => {
    const { body, headers } = await app
      .as(by)
      .get(`/api/v2/assets/${survey.uid}/data.zip`)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      })
      .expect(200);
    expect(headers['content-type']).toBe('application/zip');
    return entriesOf(body as Buffer);
  };
  const file = (name: string, content: string) => ({
    answers: `<photo>${name}</photo>`,
    files: [{ name, content: Buffer.from(content) }],
  });

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'ann', 'partial', 'stranger']) await app.addUser(name);
    survey = await makeDeployedAsset(app);
    await grant(app, survey.uid, 'ann', ['add_submissions']);
    first = await submit(app, survey.uid, file('a.jpg', 'first photo'));
    second = await submit(app, survey.uid, { by: 'ann', ...file('a.jpg', 'second photo') });
    await submit(app, survey.uid);
    await grantPartially(app, survey.uid, 'partial', { view_submissions: [{ _submitted_by: 'ann' }] });
  });
  afterAll(() => app.stop());

  it('has every attachment in the folder of its submission', async () => {
    expect(await archive('owner')).toEqual({
      [`${first}/a.jpg`]: 'first photo',
      [`${second}/a.jpg`]: 'second photo',
    });
  });

  it('is limited to the submissions that the caller may view', async () => {
    expect(await archive('partial')).toEqual({ [`${second}/a.jpg`]: 'second photo' });
    await app.as('stranger').get(`/api/v2/assets/${survey.uid}/data.zip`).expect(404);
  });

  it('answers HEAD without a body, and 400 for a form that was never deployed', async () => {
    await app.as('owner').head(`/api/v2/assets/${survey.uid}/data.zip`).expect(200);
    const draft = await makeAsset(app);
    await app.as('owner').get(`/api/v2/assets/${draft.uid}/data.zip`).expect(400);
  });

  it('breaks off when bytes are missing, so that no part is taken for the whole', async () => {
    rmSync(join(app.dataDir, 'media'), { recursive: true });
    const request = app.as('owner').get(`/api/v2/assets/${survey.uid}/data.zip`).buffer(true);
    await expect(Promise.resolve(request)).rejects.toThrow(/aborted|hang up/);
  });
});
