import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { grant, grantPartially, makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { HOSTILE_CONTENTS, HOSTILE_NAMES, PATHS } from '../fixtures/hostile-names';
import { ANONYMOUS, startApp, type TestApp } from '../support/app';

const SUBMISSIONS = 10;
const ROUNDS = process.env['TEST_PROFILE'] === 'long' ? 10 : 1;
/** Media types shown inline, never executed (decision 75). */
const INLINE = /^(image\/(png|jpeg|gif|webp)|audio\/|video\/)/;

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp({ environment: { ROLE: 'api' } });
  for (const name of ['owner', 'viewer', 'some', 'stranger']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app));
  await grant(app, uid, 'viewer', ['view_submissions']);
  await grantPartially(app, uid, 'some', { view_submissions: [{ _submitted_by: 'some' }] });
});
afterAll(() => app.stop());

const authorization = (username: string) => ({ Authorization: `Token ${app.tokenOf(username)}` });

const fileOf = (index: number): Blob => {
  const [type, content] = HOSTILE_CONTENTS[index % HOSTILE_CONTENTS.length]!;
  return new Blob([Buffer.from(content, 'latin1')], { type });
};

async function submitFiles(files: ReadonlyMap<string, Blob>): Promise<{ name: string; path: string }[]> {
  const uuid = randomUUID();
  const form = new FormData();
  form.set('xml_submission_file', new Blob([instanceXml(uid, { uuid })]), 'a.xml');
  for (const [name, file] of files) form.append(name, file, name);
  const headers = authorization('owner');
  const response = await fetch(`${app.origin}/submission`, { method: 'POST', headers, body: form });
  expect([response.status, response.status === 201 ? '' : await response.text()]).toEqual([201, '']);
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200);
  const attachments = body._attachments as { download_url: string; media_file_basename: string }[];
  return attachments.map((each) => ({
    name: each.media_file_basename,
    path: new URL(each.download_url).pathname,
  }));
}

async function addFile(name: string, file: Blob): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData();
  form.set('file_type', 'form_media');
  form.set('content', file, name);
  const path = `${app.origin}/api/v2/assets/${uid}/files/`;
  const response = await fetch(path, { method: 'POST', headers: authorization('owner'), body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function expectUnharmed(path: string, name: string, sent: Blob, username: string): Promise<void> {
  const response = await fetch(app.origin + path, { headers: authorization(username) });
  expect([name, response.status]).toEqual([name, 200]);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  const type = response.headers.get('content-type') ?? '';
  const disposition = response.headers.get('content-disposition') ?? '';
  if (!INLINE.test(type)) expect([name, type, disposition.split(';')[0]]).toEqual([name, type, 'attachment']);
  expect(namedBy(disposition)).toBe(name);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(await sent.arrayBuffer()));
}

describe(`${HOSTILE_NAMES.length} hostile files and names`, () => {
  it('of submissions are served unchanged to users with access only', async () => {
    for (let round = 0; round < SUBMISSIONS * ROUNDS; round += 1) {
      // Neighbours are in different submissions: similar names would collide in one.
      const sent = new Map(
        HOSTILE_NAMES.flatMap((name, index) =>
          index % SUBMISSIONS === round % SUBMISSIONS ? [[name, fileOf(index + round)] as const] : [],
        ),
      );
      const attachments = await submitFiles(sent);
      expect(attachments.map(({ name }) => name).sort()).toEqual([...sent.keys()].sort());
      for (const { name, path } of attachments) await expectUnharmed(path, name, sent.get(name)!, 'viewer');
      const { path } = attachments[round % attachments.length]!;
      for (const username of ['some', 'stranger', ANONYMOUS]) await app.as(username).get(path).expect(404);
    }
  });

  it('of forms are served unchanged, listed and in the manifest', async () => {
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      const sent = fileOf(index);
      const { status, body } = await addFile(name, sent);
      expect([name, status, body['metadata']]).toEqual([
        name,
        201,
        expect.objectContaining({ filename: name }),
      ]);
      const path = new URL(String(body['content'])).pathname;
      await expectUnharmed(path, name, sent, 'owner');
      if (index % SUBMISSIONS === 0) await app.as('stranger').get(path).expect(404);
    }
    const { text } = await app.as('owner').get(`/xformsManifest/${uid}`).expect(200);
    expect(namesIn(text).sort()).toEqual([...HOSTILE_NAMES].sort());
  });

  it('that are paths are reduced to the last segment, or rejected if nothing is left', async () => {
    const bytes = new Blob(['x']);
    for (const [sent, stored] of PATHS) {
      expect(await submitFiles(new Map([[sent, bytes]]))).toEqual([
        expect.objectContaining({ name: stored }),
      ]);
      const { body } = await addFile(sent, bytes);
      expect([sent, body['metadata']]).toEqual([sent, expect.objectContaining({ filename: stored })]);
    }
    for (const name of ['..', '.', 'folder/', 'a/..', 'nul\0.svg']) {
      expect([name, (await addFile(name, bytes)).status]).toEqual([name, 400]);
    }
  });

  it('never become a path: stored files are named by their hash', async () => {
    const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
    const stored = entries.filter((entry) => entry.isFile());
    expect(stored.length).toBeGreaterThan(0);
    for (const { parentPath, name } of stored) {
      const below = join(parentPath, name).slice(join(app.dataDir, 'media').length);
      expect(below).toMatch(/^\/[0-9a-f]{2}\/[0-9a-f]{62}$/);
    }
  });
});

/** File name that a client derives (RFC 6266). */
function namedBy(disposition: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return (
    /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1') ??
    /filename=([^;]+)/.exec(disposition)?.[1]
  );
}

/** File names in a manifest, read by a strict XML parser. */
function namesIn(manifest: string): string[] {
  const names: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', () => (text = ''));
  parser.on('text', (chunk) => (text += chunk));
  parser.on('closetag', ({ name }) => {
    if (name === 'filename') names.push(text);
  });
  parser.write(manifest).close();
  return names;
}
