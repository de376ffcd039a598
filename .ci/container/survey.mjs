/** A survey from its form to its data, with a photo. */
import { createRequire } from 'node:module';
import { assert, waitUntil } from './checks.mjs';

const load = createRequire(import.meta.url);

/** Runs a survey on the service at this address. @param {string} origin @param {string} password of the superuser */
export async function runSurvey(origin, password) {
  const Authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
  const request = async (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => {
    const response = await fetch(origin + path, { ...init, headers: { Authorization, ...init.headers } });
    const text = await response.text();
    assert(response.ok, `${path} responds ${response.status}: ${text}`);
    return text;
  };
  const send = (/** @type {string} */ path, /** @type {object} */ body, method = 'POST') =>
    request(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const download = async (/** @type {string} */ uid, /** @type {string} */ type) => {
    const options = { type, lang: '_xml', fields_from_all_versions: true, group_sep: '/' };
    Object.assign(options, { hierarchy_in_labels: false, multiple_select: 'both' });
    const { url } = JSON.parse(await send(`/api/v2/assets/${uid}/exports/`, options));
    /** @type {any} */
    let task;
    await waitUntil(
      async () => {
        task = JSON.parse(await request(new URL(url).pathname));
        return ['complete', 'error'].includes(task.status);
      },
      () => `the export as ${type} is ${task?.status}`,
    );
    assert(task.status === 'complete', `the export as ${type} failed: ${JSON.stringify(task.messages)}`);
    await request(new URL(task.result).pathname);
  };

  const survey = [{ type: 'image', name: 'photo', label: 'A photo' }];
  const created = await send('/api/v2/assets/', { name: 'Wells', asset_type: 'survey', content: { survey } });
  const { uid } = JSON.parse(created);
  await send(`/api/v2/assets/${uid}/deployment/`, { active: true });
  await request('/submission', { method: 'POST', body: await submission(uid) });
  const { results } = JSON.parse(await request(`/api/v2/assets/${uid}/data/`));
  const [attachment] = results[0]._attachments;
  for (const key of ['download_url', 'download_small_url']) {
    const { pathname, search } = new URL(attachment[key]);
    await request(pathname + search);
  }
  for (const type of ['csv', 'geojson', 'kml', 'parquet', 'spss_labels', 'sqlite', 'xls'])
    await download(uid, type);
  const hint = 'a'.repeat(40_000);
  const large = { content: { survey: [{ ...survey[0], hint }] } };
  const changed = await send(`/api/v2/assets/${uid}/`, large, 'PATCH');
  assert(changed.includes(hint), 'a large body is not saved');
  // Each needs packages that nothing else here loads.
  for (const path of [
    '/metrics',
    '/api/docs/',
    `/api/v2/assets/${uid}.xls`,
    `/api/v2/assets/${uid}/reports/`,
  ])
    await request(path);
}

/** @param {string} uid */
async function submission(uid) {
  const form = new FormData();
  const xml = `<data id="${uid}"><photo>one.png</photo><meta><instanceID>uuid:${crypto.randomUUID()}</instanceID></meta></data>`;
  form.append('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
  const create = { width: 900, height: 600, channels: 3, background: 'teal' };
  const photo = await load('sharp')({ create }).png().toBuffer();
  form.append('one.png', new Blob([photo], { type: 'image/png' }), 'one.png');
  return form;
}
