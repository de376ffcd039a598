/** Checks full volumes, of files and of the database: 503 or 507 for writes, reads go on, acknowledged data is safe. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { check, freePort, assert, note } from './checks.mjs';
import { load, PASSWORD, ready } from './test-bed.mjs';

/** @typedef {import('./test-bed.mjs').TestBed} TestBed */

const FILES_MEGABYTES = 32;
const DATABASE_MEGABYTES = 192;
const PHOTO_BYTES = 200_000;
/** Free space before submissions are sent. */
const FREE_BYTES = 3_000_000;
/** More than fits into the free space. */
const MAX_SENT = 400;
const REJECTIONS = 20;
/** Time to recover once there is space again. */
const RECOVERY_TIMEOUT_MS = 10_000;

/** @param {TestBed} testBed */
export async function diskFullChecks(testBed) {
  await check('rejects photos while the file volume is full, and nothing else', () =>
    fileVolumeFull(testBed),
  );
  await check('rejects writes to a full database, and serves reads', () => databaseVolumeFull(testBed));
}

/** @param {TestBed} testBed */
async function fileVolumeFull(testBed) {
  const data = testBed.smallVolume(FILES_MEGABYTES);
  const service = await Service.start(testBed, await testBed.emptyDatabase(), data);
  await fill(service, data, { files: true });
}

/** @param {TestBed} testBed */
async function databaseVolumeFull(testBed) {
  const { Client } = load('pg');
  const volume = testBed.smallVolume(DATABASE_MEGABYTES, '755');
  const postgres = await testBed.startPostgres(join(volume, 'database'));
  try {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    for (const setting of ["min_wal_size = '32MB'", "max_wal_size = '48MB'"])
      await client.query(`ALTER SYSTEM SET ${setting}`);
    await client.query('SELECT pg_reload_conf()');
    const service = await Service.start(testBed, postgres.url);
    // Allocates the WAL segments first, so that the tables run out of space.
    await client.query('SELECT pg_switch_wal()');
    await client.query('CHECKPOINT');
    await client.end();
    await fill(service, volume, { files: false });
  } finally {
    await postgres.stop();
  }
}

/** @param {Service} service @param {string} volume @param {{ files: boolean }} what */
async function fill(service, volume, { files }) {
  const ballast = join(volume, 'ballast');
  const { bavail, bsize } = statfsSync(volume);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - FREE_BYTES));

  /** @type {Map<string, string>} digests of acknowledged submissions by id */
  const stored = new Map();
  const rejected = new Map();
  const send = async (withFile = files) => {
    const { id, digest, response } = await service.submit(withFile);
    const text = await response.text();
    if (response.status === 201) return void stored.set(id, digest);
    rejected.set(id, `${response.status} ${response.headers.get('retry-after')} ${text}`);
    assert(
      response.status === 503 &&
        Number(response.headers.get('retry-after')) > 0 &&
        text.includes('<OpenRosaResponse'),
      `a submission to a full volume got ${response.status}: ${text}`,
    );
  };
  for (let sent = 0; sent < MAX_SENT && rejected.size < REJECTIONS; sent += 1) await send();
  assert(rejected.size === REJECTIONS, `${stored.size} were stored, and ${rejected.size} rejected`);
  await service.assertStored(stored);
  if (files) await send(false);
  const [[, example] = []] = rejected;
  const upload = await service.upload();
  assert(upload.status === 507, `an asset file got ${upload.status}: ${await upload.text()}`);

  rmSync(ballast);
  const before = stored.size;
  const freed = Date.now();
  while (stored.size === before && Date.now() - freed < RECOVERY_TIMEOUT_MS) {
    await send();
    await pause(100);
  }
  assert(
    stored.size > before,
    `nothing is stored ${RECOVERY_TIMEOUT_MS / 1000} s after there is space again`,
  );
  await service.assertStored(stored);
  note(
    `${stored.size} stored and read, ${rejected.size} rejected: ${example?.replace(/\s+/g, ' ').slice(0, 160)}`,
  );
}

/** Client of a service with a form of a text and a photo. */
class Service {
  uid = '';

  /** @param {string} origin */
  constructor(origin) {
    this.origin = origin;
  }

  /** @param {TestBed} testBed @param {string} url @param {string} [data] */
  static async start(testBed, url, data) {
    const port = await freePort();
    const container = testBed.start(url, {
      env: { PORT: String(port) },
      ...(data !== undefined && { data }),
    });
    await ready(container, port);
    const service = new Service(`http://127.0.0.1:${port}`);
    const survey = [
      { type: 'text', name: 'note', label: 'A note' },
      { type: 'image', name: 'photo', label: 'A photo' },
    ];
    const created = await service.send('/api/v2/assets/', {
      name: 'Wells',
      asset_type: 'survey',
      content: { survey },
    });
    service.uid = JSON.parse(await created.text()).uid;
    await service.send(`/api/v2/assets/${service.uid}/deployment/`, { active: true });
    return service;
  }

  /** @param {string} path @param {RequestInit} [init] */
  fetch(path, init = {}) {
    const Authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
    return globalThis.fetch(this.origin + path, { ...init, headers: { Authorization, ...init.headers } });
  }

  /** @param {string} path @param {object} body */
  send(path, body) {
    const headers = { 'Content-Type': 'application/json' };
    return this.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** @param {boolean} withFile or a text of the same size */
  async submit(withFile) {
    const id = randomUUID();
    const bytes = randomBytes(withFile ? PHOTO_BYTES : PHOTO_BYTES / 2);
    const text = bytes.toString('hex');
    const question = withFile ? '<photo>one.jpg</photo>' : `<note>${text}</note>`;
    const form = new FormData();
    const xml = `<data id="${this.uid}">${question}<meta><instanceID>uuid:${id}</instanceID></meta></data>`;
    form.append('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
    if (withFile) form.append('one.jpg', new Blob([bytes], { type: 'image/jpeg' }), 'one.jpg');
    const digest = createHash('sha256')
      .update(withFile ? bytes : text)
      .digest('hex');
    return { id, digest, response: await this.fetch('/submission', { method: 'POST', body: form }) };
  }

  upload() {
    const content = `data:image/jpeg;base64,${randomBytes(PHOTO_BYTES).toString('base64')}`;
    const file = { description: 'A map', file_type: 'form_media', base64Encoded: content };
    return this.send(`/api/v2/assets/${this.uid}/files/`, { ...file, metadata: '{"filename": "map.jpg"}' });
  }

  /** Checks that exactly these submissions are stored, complete. @param {ReadonlyMap<string, string>} stored */
  async assertStored(stored) {
    const response = await this.fetch(`/api/v2/assets/${this.uid}/data/?limit=1000`);
    assert(response.ok, `the data list got ${response.status}`);
    const { count, results } = JSON.parse(await response.text());
    assert(
      count === stored.size && results.length === stored.size,
      `${stored.size} were acknowledged, and ${count} are stored`,
    );
    for (const { _uuid, note: text, _attachments } of results) {
      const [file] = _attachments;
      const content = file ? await this.download(file.download_url) : text;
      const digest = createHash('sha256').update(content).digest('hex');
      assert(digest === stored.get(_uuid), `submission ${_uuid} differs from what was sent`);
    }
  }

  /** @param {string} address */
  async download(address) {
    const { pathname, search } = new URL(address);
    const response = await this.fetch(pathname + search);
    assert(response.ok, `${pathname} got ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }
}
