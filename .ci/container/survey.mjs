/** A survey from its form to its backup: made, deployed, answered with a photo, read, shown. */
import { hold } from './checks.mjs';
import { load } from './ground.mjs';

/** So that it is larger than what nginx lets pass by itself. */
const PHOTO_BYTES = 1_200_000;

/**
 * Where it is carried.
 * @typedef Carrier
 * @property {(path: string, init?: RequestInit) => Promise<Response>} ask
 * @property {(words: string[], input?: string) => Promise<string>} typed
 * @property {unknown} [proxy]
 */

/** @param {Carrier} carrier */
export async function carrySurvey(carrier) {
  const token = (await carrier.typed(['user', 'token', 'admin'])).trim();
  const ask = async (/** @type {string} */ path, /** @type {RequestInit} */ init = {}) => {
    // Nobody believes a client who it says that it is.
    const claims = { 'X-Forwarded-For': '192.0.2.9', 'X-Forwarded-Host': 'elsewhere.example.org' };
    const headers = { Authorization: `Token ${token}`, ...(carrier.proxy ? claims : {}), ...init.headers };
    const answer = await carrier.ask(path, { ...init, headers });
    hold(answer.ok, `${path} answers ${answer.status}: ${await answer.clone().text()}`);
    return answer;
  };
  const send = (/** @type {string} */ path, /** @type {object} */ body) =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const read = async (/** @type {string} */ path) => JSON.parse(await (await ask(path)).text());

  const survey = [{ type: 'image', name: 'photo', label: 'A photo' }];
  const made = await send('/api/v2/assets/', { name: 'Wells', asset_type: 'survey', content: { survey } });
  const { uid } = JSON.parse(await made.text());
  await send(`/api/v2/assets/${uid}/deployment/`, { active: true });
  await ask('/submission', { method: 'POST', body: await answers(uid) });
  const { results } = await read(`/api/v2/assets/${uid}/data/`);
  const [attachment] = results[0]._attachments;
  for (const key of ['download_url', 'download_small_url']) {
    const link = new URL(attachment[key]);
    if (carrier.proxy) hold(link.origin === 'https://survey.example.org', `a link leads to ${link.origin}`);
    await ask(link.pathname + link.search);
  }
  if (carrier.proxy) {
    const address = (await read(`/api/v2/assets/${uid}/history/`)).results[0].metadata.ip_address;
    hold(address === '127.0.0.2', `the address of a client behind the proxy is ${address}`);
  } else await ask('/metrics');
  for (const path of ['/api/docs/', `/api/v2/assets/${uid}.xls`, `/api/v2/assets/${uid}/reports/`])
    await ask(path);

  await carrier.typed(['demo']);
  await carrier.typed(['backup', '/data/backup']);
  await carrier.typed(['verify', '/data/backup']);
  await carrier.typed(['user', 'create', 'mary'], 'correct-horse\n');
  hold(/^\d+\.\d+\.\d+$/.test((await carrier.typed(['--version'])).trim()), 'it tells no version');
}

/** @param {string} uid */
async function answers(uid) {
  const form = new FormData();
  const xml = `<data id="${uid}"><photo>one.png</photo><meta><instanceID>uuid:${crypto.randomUUID()}</instanceID></meta></data>`;
  form.append('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'answer.xml');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 };
  const photo = await load('sharp')({ create: { width: 900, height: 600, channels: 3, noise } })
    .png()
    .toBuffer();
  hold(photo.length > PHOTO_BYTES, `the photo has ${photo.length} bytes`);
  form.append('one.png', new Blob([photo], { type: 'image/png' }), 'one.png');
  return form;
}
