import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { grant, grantPartially, makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { HOSTILE_CONTENTS, HOSTILE_NAMES, PATHS } from '../fixtures/hostile-names';
import { ANONYMOUS, startApp, type TestApp } from '../support/app';

const SUBMISSIONS = 10;
/** How often each file is sent, and asked for by all. */
const ROUNDS = process.env['TEST_PROFILE'] === 'full' ? 10 : 1;
/** Media that a browser shows and never runs (decision 34). */
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

const authorization = (who: string) => ({ Authorization: `Token ${app.tokenOf(who)}` });

const fileOf = (index: number): Blob => {
  const [type, content] = HOSTILE_CONTENTS[index % HOSTILE_CONTENTS.length]!;
  return new Blob([Buffer.from(content, 'latin1')], { type });
};

async function submitted(files: ReadonlyMap<string, Blob>): Promise<{ name: string; path: string }[]> {
  const uuid = randomUUID();
  const form = new FormData();
  form.set('xml_submission_file', new Blob([instanceXml(uid, { uuid })]), 'a.xml');
  for (const [name, file] of files) form.append(name, file, name);
  const headers = authorization('owner');
  const answer = await fetch(`${app.origin}/submission`, { method: 'POST', headers, body: form });
  expect([answer.status, answer.status === 201 ? '' : await answer.text()]).toEqual([201, '']);
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
  const answer = await fetch(path, { method: 'POST', headers: authorization('owner'), body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** Asks for a file and holds it against what was sent. */
async function expectUnharmed(path: string, name: string, sent: Blob, who: string): Promise<void> {
  const answer = await fetch(app.origin + path, { headers: authorization(who) });
  expect([name, answer.status]).toEqual([name, 200]);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  const type = answer.headers.get('content-type') ?? '';
  const disposition = answer.headers.get('content-disposition') ?? '';
  if (!INLINE.test(type)) expect([name, type, disposition.split(';')[0]]).toEqual([name, type, 'attachment']);
  expect(namedBy(disposition)).toBe(name);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(await sent.arrayBuffer()));
}

describe(`${HOSTILE_NAMES.length} hostile files and names`, () => {
  it('of submissions come back as what they are, to those who may see the submission', async () => {
    for (let turn = 0; turn < SUBMISSIONS * ROUNDS; turn += 1) {
      // Neighbours in the table are apart: two names that look alike would be one name of a submission.
      const sent = new Map(
        HOSTILE_NAMES.flatMap((name, index) =>
          index % SUBMISSIONS === turn % SUBMISSIONS ? [[name, fileOf(index + turn)] as const] : [],
        ),
      );
      const attachments = await submitted(sent);
      expect(attachments.map(({ name }) => name).sort()).toEqual([...sent.keys()].sort());
      for (const { name, path } of attachments) await expectUnharmed(path, name, sent.get(name)!, 'viewer');
      const { path } = attachments[turn % attachments.length]!;
      for (const who of ['some', 'stranger', ANONYMOUS]) await app.as(who).get(path).expect(404);
    }
  });

  it('of forms come back as what they are, in the list, the manifest and by themselves', async () => {
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

  it('that are paths are cut to their last part, and those that are nothing else are refused', async () => {
    const bytes = new Blob(['x']);
    for (const [sent, kept] of PATHS) {
      expect(await submitted(new Map([[sent, bytes]]))).toEqual([expect.objectContaining({ name: kept })]);
      const { body } = await addFile(sent, bytes);
      expect([sent, body['metadata']]).toEqual([sent, expect.objectContaining({ filename: kept })]);
    }
    for (const name of ['..', '.', 'folder/', 'a/..', 'nul\0.svg']) {
      expect([name, (await addFile(name, bytes)).status]).toEqual([name, 400]);
    }
  });

  it('never become a path: files are named by what is in them', async () => {
    const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true });
    const kept = entries.filter((entry) => entry.isFile());
    expect(kept.length).toBeGreaterThan(0);
    for (const { parentPath, name } of kept) {
      const below = join(parentPath, name).slice(join(app.dataDir, 'media').length);
      expect(below).toMatch(/^\/[0-9a-f]{2}\/[0-9a-f]{62}$/);
    }
  });
});

/** What a client would call the file (RFC 6266). */
function namedBy(disposition: string): string | undefined {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended);
  return (
    /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1') ??
    /filename=([^;]+)/.exec(disposition)?.[1]
  );
}

/** Names of files in a manifest, as a strict reader of XML finds them. */
function namesIn(manifest: string): string[] {
  const names: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', () => (text = ''));
  parser.on('text', (piece) => (text += piece));
  parser.on('closetag', ({ name }) => {
    if (name === 'filename') names.push(text);
  });
  parser.write(manifest).close();
  return names;
}
