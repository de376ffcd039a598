import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml, submit } from '../factories/submission.factory';
import { startApp, type TestApp } from '../support/app';

const LONG = process.env['TEST_PROFILE'] === 'long';
const POSTS = LONG ? 10_000 : 300;
const SENDERS = 8;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'stranger']) await app.addUser(name);
});
afterAll(() => app.stop());

async function stored(): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(join(app.dataDir, 'media'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return { files: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

interface Rejection {
  readonly status: number;
  readonly path: string;
  readonly username?: string;
  readonly xml: () => string;
}

it(`stores no file of ${POSTS} rejected submissions`, async () => {
  const survey = await makeDeployedAsset(app);
  const archived = await makeDeployedAsset(app, { active: false });
  const uuid = randomUUID();
  await submit(app, survey.uid, { uuid, files: [{ name: 'stored.jpg', content: 'stored' }] });
  const before = await stored();
  const rejections: readonly Rejection[] = [
    { status: 404, path: '/submission', username: 'owner', xml: () => instanceXml('aNone') },
    { status: 401, path: '/owner/submission', xml: () => instanceXml(survey.uid) },
    { status: 403, path: '/submission', username: 'stranger', xml: () => instanceXml(survey.uid) },
    { status: 405, path: '/submission', username: 'owner', xml: () => instanceXml(archived.uid) },
    {
      status: 409,
      path: '/submission',
      username: 'owner',
      xml: () => instanceXml(survey.uid, { uuid, answers: '<person><name>Other</name></person>' }),
    },
    { status: 400, path: '/submission', username: 'owner', xml: () => '<data>' },
  ];
  const unexpected: string[] = [];
  const post = async (index: number): Promise<void> => {
    const { status, path, username, xml } = rejections[index % rejections.length]!;
    const form = new FormData();
    const file = new Blob([Buffer.alloc(20_000, String(index))]);
    // A known user's file may precede the XML: it is staged already at the rejection.
    const isFileFirst = username !== undefined && index % 2 === 0;
    if (isFileFirst) form.set('early.jpg', file, 'early.jpg');
    form.set('xml_submission_file', new Blob([xml()]), 'a.xml');
    form.set('photo.jpg', file, 'photo.jpg');
    const response = await fetch(app.origin + path, {
      method: 'POST',
      headers: username === undefined ? {} : { Authorization: `Token ${app.tokenOf(username)}` },
      body: form,
    });
    await response.text();
    if (response.status !== status) unexpected.push(`${response.status}, not ${status}`);
  };
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < POSTS) await post(next++);
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  expect(unexpected).toEqual([]);
  expect(await stored()).toEqual(before);
}, 600_000);
