/**
 * Volumes that fill up, that of the files and that of the database: what has no room is refused with a sentence, all else
 * goes on, and what was acknowledged is there.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { check, freePort, hold, note } from './checks.mjs';
import { load, PASSWORD, ready } from './ground.mjs';

/** @typedef {import('./ground.mjs').Ground} Ground */

const FILES_MEGABYTES = 32;
const DATABASE_MEGABYTES = 192;
const PHOTO_BYTES = 200_000;
/** What is left free before it is tried how the rest is filled. */
const LEFT_BYTES = 3_000_000;
/** More than what is left holds. */
const MOST_SENT = 400;
const REFUSALS = 20;
/** Once there is room again. */
const HEALED_MS = 10_000;

/** @param {Ground} ground */
export async function fillingChecks(ground) {
  await check('refuses photos while the volume of the files is full, and nothing else', () =>
    fillsFiles(ground),
  );
  await check('refuses what has no room in a full database, and reads it', () => fillsDatabase(ground));
}

/** @param {Ground} ground */
async function fillsFiles(ground) {
  const data = ground.smallVolume(FILES_MEGABYTES);
  const service = await Service.start(ground, await ground.emptyDatabase(), data);
  await fill(service, data, { files: true });
}

/** @param {Ground} ground */
async function fillsDatabase(ground) {
  const { Client } = load('pg');
  const volume = ground.smallVolume(DATABASE_MEGABYTES, '755');
  const postgres = await ground.startPostgres(join(volume, 'database'));
  try {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    for (const setting of ["min_wal_size = '32MB'", "max_wal_size = '48MB'"])
      await client.query(`ALTER SYSTEM SET ${setting}`);
    await client.query('SELECT pg_reload_conf()');
    const service = await Service.start(ground, postgres.url);
    // The log has its own files from here on, so that it is the tables which find no room.
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
  writeFileSync(ballast, Buffer.alloc(bavail * bsize - LEFT_BYTES));

  /** @type {Map<string, string>} what was acknowledged: the digest of each by its id */
  const kept = new Map();
  const refused = new Map();
  const send = async (withFile = files) => {
    const { id, digest, answer } = await service.submit(withFile);
    const text = await answer.text();
    if (answer.status === 201) return void kept.set(id, digest);
    refused.set(id, `${answer.status} ${answer.headers.get('retry-after')} ${text}`);
    hold(
      answer.status === 503 &&
        Number(answer.headers.get('retry-after')) > 0 &&
        text.includes('<OpenRosaResponse'),
      `a submission without room is answered ${answer.status}: ${text}`,
    );
  };
  for (let sent = 0; sent < MOST_SENT && refused.size < REFUSALS; sent += 1) await send();
  hold(refused.size === REFUSALS, `${kept.size} were taken in, and ${refused.size} refused`);
  await service.holdsAll(kept);
  if (files) await send(false);
  const [[, said] = []] = refused;
  const upload = await service.upload();
  hold(upload.status === 507, `a file of a form is answered ${upload.status}: ${await upload.text()}`);

  rmSync(ballast);
  const before = kept.size;
  const freed = Date.now();
  while (kept.size === before && Date.now() - freed < HEALED_MS) {
    await send();
    await pause(100);
  }
  hold(kept.size > before, `nothing is taken in ${HEALED_MS / 1000} s after there is room again`);
  await service.holdsAll(kept);
  note(
    `${kept.size} taken in and read, ${refused.size} refused: ${said?.replace(/\s+/g, ' ').slice(0, 160)}`,
  );
}

/** The service as collectors and analysts see it, with a form of a text and a photo. */
class Service {
  uid = '';

  /** @param {string} origin */
  constructor(origin) {
    this.origin = origin;
  }

  /** @param {Ground} ground @param {string} url @param {string} [data] */
  static async start(ground, url, data) {
    const port = await freePort();
    const container = ground.start(url, { env: { PORT: String(port) }, ...(data !== undefined && { data }) });
    await ready(container, port);
    const service = new Service(`http://127.0.0.1:${port}`);
    const survey = [
      { type: 'text', name: 'note', label: 'A note' },
      { type: 'image', name: 'photo', label: 'A photo' },
    ];
    const made = await service.send('/api/v2/assets/', {
      name: 'Wells',
      asset_type: 'survey',
      content: { survey },
    });
    service.uid = JSON.parse(await made.text()).uid;
    await service.send(`/api/v2/assets/${service.uid}/deployment/`, { active: true });
    return service;
  }

  /** @param {string} path @param {RequestInit} [init] */
  ask(path, init = {}) {
    const Authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
    return fetch(this.origin + path, { ...init, headers: { Authorization, ...init.headers } });
  }

  /** @param {string} path @param {object} body */
  send(path, body) {
    const headers = { 'Content-Type': 'application/json' };
    return this.ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** @param {boolean} withFile else a note that is as long */
  async submit(withFile) {
    const id = randomUUID();
    const bytes = randomBytes(withFile ? PHOTO_BYTES : PHOTO_BYTES / 2);
    const text = bytes.toString('hex');
    const answer = withFile ? '<photo>one.jpg</photo>' : `<note>${text}</note>`;
    const form = new FormData();
    const xml = `<data id="${this.uid}">${answer}<meta><instanceID>uuid:${id}</instanceID></meta></data>`;
    form.append('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'answer.xml');
    if (withFile) form.append('one.jpg', new Blob([bytes], { type: 'image/jpeg' }), 'one.jpg');
    const digest = createHash('sha256')
      .update(withFile ? bytes : text)
      .digest('hex');
    return { id, digest, answer: await this.ask('/submission', { method: 'POST', body: form }) };
  }

  upload() {
    const content = `data:image/jpeg;base64,${randomBytes(PHOTO_BYTES).toString('base64')}`;
    const file = { description: 'A map', file_type: 'form_media', base64Encoded: content };
    return this.send(`/api/v2/assets/${this.uid}/files/`, { ...file, metadata: '{"filename": "map.jpg"}' });
  }

  /** Every one of them once and whole, and no other. @param {ReadonlyMap<string, string>} kept */
  async holdsAll(kept) {
    const answer = await this.ask(`/api/v2/assets/${this.uid}/data/?limit=1000`);
    hold(answer.ok, `data are answered ${answer.status}`);
    const { count, results } = JSON.parse(await answer.text());
    hold(
      count === kept.size && results.length === kept.size,
      `${kept.size} were taken in, and ${count} are there`,
    );
    for (const { _uuid, note: text, _attachments } of results) {
      const [file] = _attachments;
      const content = file ? await this.fileAt(file.download_url) : text;
      const digest = createHash('sha256').update(content).digest('hex');
      hold(digest === kept.get(_uuid), `submission ${_uuid} is not what was sent`);
    }
  }

  /** @param {string} address */
  async fileAt(address) {
    const { pathname, search } = new URL(address);
    const answer = await this.ask(pathname + search);
    hold(answer.ok, `${pathname} is answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }
}
