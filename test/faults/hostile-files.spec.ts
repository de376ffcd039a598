import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { grant, makeDeployedAsset } from '../factories/asset.factory';
import { instanceXml } from '../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../support/app';
import { printedSeed, Random } from '../support/random';

const FULL = process.env['TEST_PROFILE'] === 'full';
const SUBMISSIONS = FULL ? 200 : 10;
const FILES = 20;

const SEED = printedSeed('hostile files');

// The long way takes its time; this ends what hangs.
if (FULL) jest.setTimeout(3_600_000);

/** Contents that browsers run, sniff or take for something else. */
const CONTENTS: readonly (readonly [type: string, content: string])[] = [
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['text/html', '<!doctype html><script>alert(1)</script>'],
  ['image/png', '<html><script>alert(1)</script>'],
  ['image/jpeg', '\xff\xd8\xff\xe0<script>alert(1)</script>'],
  ['application/xhtml+xml', '<html xmlns="http://www.w3.org/1999/xhtml"><script/></html>'],
  ['application/pdf', '%PDF-1.4 (alert)'],
  ['application/javascript', 'alert(1)'],
  ['text/xml', '<?xml-stylesheet href="javascript:alert(1)"?><a/>'],
  ['application/octet-stream', 'MZ'],
  ['text/html; charset=utf-7', '+ADw-script+AD4-'],
];
const PIECES = [
  '..',
  '.',
  ' ',
  'a',
  'photo',
  'ф',
  '文',
  '😀',
  'e\u0301',
  '\u00e9',
  '\u202e',
  '%2e%2e%2f',
  '%00',
  '&',
  ';',
  "'",
  '=',
  '~',
  '$',
  '`',
  '<b>',
  'CON',
  'x'.repeat(60),
  '.jpg',
  '.svg',
  '.html',
  '.php',
];

/** Media that a browser shows and never runs (decision 34). */
const INLINE = /^(image\/(png|jpeg|gif|webp)|audio\/|video\/)/;

describe(`${SUBMISSIONS * FILES} hostile files and names`, () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    for (const name of ['owner', 'viewer', 'stranger']) await app.addUser(name);
    uid = (await makeDeployedAsset(app)).uid;
    await grant(app, uid, 'viewer', ['view_submissions']);
  });
  afterAll(() => app.stop());

  const nameOf = (random: Random, index: number): string => {
    const name = Array.from({ length: random.between(1, 5) }, () => random.pick(PIECES)).join('');
    return `${index}${name}`.slice(0, 200);
  };

  it('come back as what they are: named exactly, run by nobody, for those who may see the submission', async () => {
    const random = new Random(SEED);
    for (let time = 0; time < SUBMISSIONS; time += 1) {
      const uuid = randomUUID();
      const sent = new Map<string, readonly [string, string]>();
      const form = new FormData();
      form.set('xml_submission_file', new Blob([instanceXml(uid, { uuid })]), 'a.xml');
      for (let file = 0; file < FILES; file += 1) {
        const [type, content] = random.pick(CONTENTS);
        const name = nameOf(random, file);
        sent.set(name, [type, content]);
        form.append(name, new Blob([Buffer.from(content, 'latin1')], { type }), name);
      }
      const stored = await fetch(`${app.origin}/submission`, {
        method: 'POST',
        headers: { Authorization: `Token ${app.tokenOf('owner')}` },
        body: form,
      });
      expect([stored.status, stored.status === 201 ? '' : await stored.text()]).toEqual([201, '']);
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${uuid}/`).expect(200);
      const attachments = body._attachments as { download_url: string; media_file_basename: string }[];
      expect(attachments.map((each) => each.media_file_basename).sort()).toEqual([...sent.keys()].sort());
      for (const { download_url, media_file_basename: name } of attachments) {
        const path = new URL(download_url).pathname;
        const answer = await fetch(app.origin + path, {
          headers: { Authorization: `Token ${app.tokenOf('viewer')}` },
        });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('content-security-policy')).toContain('sandbox');
        const type = answer.headers.get('content-type') ?? '';
        const disposition = answer.headers.get('content-disposition') ?? '';
        expect([type, INLINE.test(type) ? 'either' : disposition.split(';')[0]]).toEqual([
          type,
          INLINE.test(type) ? 'either' : 'attachment',
        ]);
        expect(namedBy(disposition)).toBe(name);
        expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toBe(
          Buffer.from(sent.get(name)![1], 'latin1').toString('latin1'),
        );
        await app.as('stranger').get(path).expect(404);
        await app.as(ANONYMOUS).get(path).expect(404);
      }
    }
    // No name of a client's is a path: the storage names files by what is in them.
    const kept = await readdir(join(app.dataDir, 'media'), { recursive: true, withFileTypes: true });
    const names = kept.filter((entry) => entry.isFile()).map((entry) => entry.name);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{2,64}$/);
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
