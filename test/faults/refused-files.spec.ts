import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml, submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';

const FULL = process.env['TEST_PROFILE'] === 'full';
const POSTS = FULL ? 10_000 : 300;
const SENDERS = 8;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'stranger']) await app.addUser(name);
});
afterAll(() => app.stop());

/** Files of the storage and their bytes. */
async function stored(): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(join(app.dataDir, 'media'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

interface Refusal {
  readonly status: number;
  readonly path: string;
  readonly who?: string;
  readonly xml: () => string;
}

it(`keeps nothing of ${POSTS} refused submissions with files`, async () => {
  const survey = await makeDeployedAsset(app);
  const archived = await makeDeployedAsset(app, { active: false });
  const uuid = randomUUID();
  await submit(app, survey.uid, { uuid, files: [{ name: 'kept.jpg', content: 'kept' }] });
  const before = await stored();
  const refusals: readonly Refusal[] = [
    { status: 404, path: '/submission', who: 'owner', xml: () => instanceXml('aNone') },
    { status: 401, path: '/owner/submission', xml: () => instanceXml(survey.uid) },
    { status: 403, path: '/submission', who: 'stranger', xml: () => instanceXml(survey.uid) },
    { status: 405, path: '/submission', who: 'owner', xml: () => instanceXml(archived.uid) },
    {
      status: 409,
      path: '/submission',
      who: 'owner',
      xml: () => instanceXml(survey.uid, { uuid, answers: '<person><name>Other</name></person>' }),
    },
    { status: 400, path: '/submission', who: 'owner', xml: () => '<data>' },
  ];
  const wrong: string[] = [];
  const post = async (turn: number): Promise<void> => {
    const { status, path, who, xml } = refusals[turn % refusals.length]!;
    const form = new FormData();
    const file = new Blob([Buffer.alloc(20_000, String(turn))]);
    // A known user's file may come first: it is a draft already when the XML is refused.
    const isFileFirst = who !== undefined && turn % 2 === 0;
    if (isFileFirst) form.set('early.jpg', file, 'early.jpg');
    form.set('xml_submission_file', new Blob([xml()]), 'a.xml');
    form.set('photo.jpg', file, 'photo.jpg');
    const answer = await fetch(app.origin + path, {
      method: 'POST',
      headers: who === undefined ? {} : { Authorization: `Token ${app.tokenOf(who)}` },
      body: form,
    });
    await answer.text();
    if (answer.status !== status) wrong.push(`${answer.status}, not ${status}`);
  };
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < POSTS) await post(next++);
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  expect(wrong).toEqual([]);
  expect(await stored()).toEqual(before);
}, 600_000);
