/** A survey from its form to its backup: create, deploy, submit with a photo, read the data, back up. */
import { assert } from './checks.mjs';
import { load } from './test-bed.mjs';

/** More than nginx's default client_max_body_size. */
const PHOTO_BYTES = 1_200_000;

/**
 * The service under test.
 * @typedef Target
 * @property {(path: string, init?: RequestInit) => Promise<Response>} fetch
 * @property {(words: string[], input?: string) => Promise<string>} runCommand
 * @property {unknown} [proxy]
 */

/** @param {Target} target */
export async function runSurvey(target) {
  const token = (await target.runCommand(['user', 'token', 'admin'])).trim();
  const request = async (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => {
    // The proxy must overwrite forwarded headers of clients.
    const spoofed = { 'X-Forwarded-For': '192.0.2.9', 'X-Forwarded-Host': 'elsewhere.example.org' };
    const headers = { Authorization: `Token ${token}`, ...(target.proxy ? spoofed : {}), ...init.headers };
    const response = await target.fetch(path, { ...init, headers });
    assert(response.ok, `${path} responds ${response.status}: ${await response.clone().text()}`);
    return response;
  };
  const send = (/** @type {string} */ path, /** @type {object} */ body) =>
    request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const read = async (/** @type {string} */ path) => JSON.parse(await (await request(path)).text());

  const survey = [{ type: 'image', name: 'photo', label: 'A photo' }];
  const created = await send('/api/v2/assets/', { name: 'Wells', asset_type: 'survey', content: { survey } });
  const { uid } = JSON.parse(await created.text());
  await send(`/api/v2/assets/${uid}/deployment/`, { active: true });
  await request('/submission', { method: 'POST', body: await submission(uid) });
  const { results } = await read(`/api/v2/assets/${uid}/data/`);
  const [attachment] = results[0]._attachments;
  for (const key of ['download_url', 'download_small_url']) {
    const link = new URL(attachment[key]);
    if (target.proxy) assert(link.origin === 'https://survey.example.org', `a link leads to ${link.origin}`);
    await request(link.pathname + link.search);
  }
  if (target.proxy) {
    const address = (await read(`/api/v2/assets/${uid}/history/`)).results[0].metadata.ip_address;
    assert(address === '127.0.0.2', `the address of a client behind the proxy is ${address}`);
  } else await request('/metrics');
  for (const path of ['/api/docs/', `/api/v2/assets/${uid}.xls`, `/api/v2/assets/${uid}/reports/`])
    await request(path);

  await target.runCommand(['demo']);
  await target.runCommand(['backup', '/data/backup']);
  await target.runCommand(['verify', '/data/backup']);
  await target.runCommand(['user', 'create', 'mary'], 'correct-horse\n');
  assert(/^\d+\.\d+\.\d+$/.test((await target.runCommand(['--version'])).trim()), 'it prints no version');
}

/** @param {string} uid */
async function submission(uid) {
  const form = new FormData();
  const xml = `<data id="${uid}"><photo>one.png</photo><meta><instanceID>uuid:${crypto.randomUUID()}</instanceID></meta></data>`;
  form.append('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 };
  const photo = await load('sharp')({ create: { width: 900, height: 600, channels: 3, noise } })
    .png()
    .toBuffer();
  assert(photo.length > PHOTO_BYTES, `the photo has ${photo.length} bytes`);
  form.append('one.png', new Blob([photo], { type: 'image/png' }), 'one.png');
  return form;
}
