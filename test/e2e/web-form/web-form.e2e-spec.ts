import { randomUUID } from 'node:crypto';
import {
  type AssetJson,
  grant,
  grantPartially,
  makeAsset,
  makeDeployedAsset,
} from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { HookReceiver, type Received } from '../../support/hook-receiver';

const USERS = ['owner', 'editor', 'viewer', 'some', 'stranger'];
const NOT_FOUND = { detail: 'Not found.' };

let enketo: HookReceiver;
let app: TestApp;
let survey: AssetJson;
let version: string;

const ANSWERS: Readonly<Record<string, object>> = {
  '/-/api/v2/instance': { edit_url: 'https://enketo.example.org/-/edit/i/a?instance_id=b', code: 201 },
  '/-/api/v2/instance/view': { view_url: 'https://enketo.example.org/-/view/i/a?instance_id=b', code: 201 },
};
const respond: HookReceiver['respond'] = (response, { path }) =>
  void response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(ANSWERS[path]));

beforeAll(async () => {
  enketo = await HookReceiver.start();
  app = await startApp({ environment: { ENKETO_URL: `${enketo.origin}/-/`, ENKETO_API_KEY: 'the-key' } });
  for (const name of USERS) await app.addUser(name);
  survey = await makeDeployedAsset(app, { name: 'Wells' });
  const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/`).expect(200);
  version = (body as { deployed_version_id: string }).deployed_version_id;
  await grant(app, survey.uid, 'editor', ['change_submissions']);
  await grant(app, survey.uid, 'viewer', ['view_submissions']);
  await grantPartially(app, survey.uid, 'some', { change_submissions: [{ consent: 'yes' }] });
});
beforeEach(() => {
  enketo.received.length = 0;
  enketo.respond = respond;
});
afterAll(async () => {
  await app.stop();
  await enketo.stop();
});

const at = (submitted: string, path: string): string =>
  `/api/v2/assets/${survey.uid}/data/${submitted}/${path}/`;
const formOf = ({ body }: Received): URLSearchParams => new URLSearchParams(body);

describe('a link to a web form', () => {
  it.each([
    ['enketo/edit', 'edit_url', '/-/api/v2/instance'],
    ['edit', 'edit_url', '/-/api/v2/instance'],
    ['enketo/view', 'view_url', '/-/api/v2/instance/view'],
  ])('%s is the response of Enketo', async (path, key, requestPath) => {
    const files = [{ name: 'well.jpg', content: 'x' }];
    const answers = '<photo>well.jpg</photo>';
    const uuid = await submit(app, survey.uid, { answers, files });
    const { body } = await app.as('owner').get(at(uuid, path)).expect(200);
    const url = (ANSWERS[requestPath] as Record<string, string>)[key];
    expect(body).toEqual({ url, version_uid: version });
    const [received] = enketo.received;
    expect(enketo.received).toHaveLength(1);
    expect(received).toMatchObject({
      path: requestPath,
      headers: {
        authorization: `Basic ${Buffer.from('the-key:').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    const form = formOf(received!);
    expect(Object.fromEntries(form)).toEqual({
      server_url: expect.stringMatching(new RegExp(`^${app.origin}/api/v2/asset_snapshots/s\\w+$`)) as string,
      form_id: survey.uid,
      instance: instanceXml(survey.uid, { uuid, answers }),
      instance_id: uuid,
      return_url: 'false',
      'instance_attachments[well.jpg]': expect.stringMatching(/^http.*\/attachments\/att\w+\/$/) as string,
    });
    // The URLs sent to Enketo are reachable.
    const server = new URL(form.get('server_url')!).pathname;
    const list = await app.as(ANONYMOUS).get(`${server}/formList`).expect(200);
    expect(list.text).toContain(`<formID>${survey.uid}</formID>`);
    const file = new URL(form.get('instance_attachments[well.jpg]')!).pathname;
    await app.as('owner').get(file).expect(200);
  });

  it.each([
    ['owner', 200, 200],
    ['editor', 200, 200],
    ['viewer', 404, 200],
    ['some', 404, 404],
    ['stranger', 404, 404],
    [ANONYMOUS, 404, 404],
  ])('for %s: %i to edit, %i to view', async (caller, edits, views) => {
    const uuid = await submit(app, survey.uid, { answers: '<consent>no</consent>' });
    for (const [path, status] of [
      ['enketo/edit', edits],
      ['edit', edits],
      ['enketo/view', views],
      ['enketo/redirect/edit', edits === 200 ? 302 : edits],
      ['enketo/redirect/view', views === 200 ? 302 : views],
    ] as const) {
      const { body, headers } = await app.as(caller).get(at(uuid, path)).expect(status);
      if (status === 404) expect(body).toEqual(NOT_FOUND);
      if (status === 302)
        expect(headers['location']).toMatch(/^https:\/\/enketo\.example\.org\/-\/(edit|view)\//);
    }
  });

  it('requires the submission to match a partial permission', async () => {
    const uuid = await submit(app, survey.uid, { answers: '<consent>yes</consent>' });
    for (const path of ['enketo/edit', 'enketo/view']) await app.as('some').get(at(uuid, path)).expect(200);
  });

  it('returns 404 for an unknown submission and for an asset that was never deployed', async () => {
    expect((await app.as('owner').get(at('999999999', 'enketo/edit')).expect(404)).body).toEqual(NOT_FOUND);
    const { uid } = await makeAsset(app);
    await app.as('owner').get(`/api/v2/assets/${uid}/data/1/enketo/edit/`).expect(400);
    expect(enketo.received).toEqual([]);
  });

  it('contains the current uuid and the edited one', async () => {
    const [deprecates, uuid] = [await submit(app, survey.uid), randomUUID()];
    const xml = instanceXml(survey.uid, { uuid, deprecates });
    await submission(app.as('owner'), xml).expect(201);
    await app.as('owner').get(at(deprecates, 'enketo/edit')).expect(200);
    expect(Object.fromEntries(formOf(enketo.received[0]!))).toMatchObject({
      instance_id: uuid,
      instance: xml,
    });
  });

  it('leads to the deployed form, with the root element of the submission', async () => {
    const { uid } = await makeDeployedAsset(app);
    const [usual, uuid] = [randomUUID(), randomUUID()];
    await submission(app.as('owner'), instanceXml(uid, { uuid: usual })).expect(201);
    const named = instanceXml(uid, { uuid }).replace(`<${uid} `, '<data ').replace(`</${uid}>`, '</data>');
    await submission(app.as('owner'), named).expect(201);
    const content = { survey: [{ type: 'text', name: 'drafted', label: 'Drafted' }] };
    await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
    const roots = { [usual]: `<${uid} id="${uid}">`, [uuid]: `<data id="${uid}">` };
    for (const [name, root] of Object.entries(roots)) {
      await app.as('owner').get(`/api/v2/assets/${uid}/data/${name}/enketo/edit/`).expect(200);
      const server = new URL(formOf(enketo.received.at(-1)!).get('server_url')!).pathname;
      const { text } = await app.as(ANONYMOUS).get(`${server}.xml`).expect(200);
      expect(text).toContain(root);
      expect(text).not.toContain('drafted');
    }
  });

  it.each<[string, HookReceiver['respond'], string]>([
    [
      'rejects the request',
      (response) => void response.writeHead(401).end('{"code":401,"message":"Not allowed."}'),
      'Not allowed.',
    ],
    [
      'responds with invalid JSON',
      (response) => void response.end('<html>'),
      'unexpected response with status 200.',
    ],
    ['responds with null', (response) => void response.end('null'), 'unexpected response with status 200.'],
    [
      'returns an unsafe URL',
      (response) => void response.end('{"edit_url":"javascript:alert(1)"}'),
      'unexpected response with status 200.',
    ],
    [
      'redirects',
      (response) => void response.writeHead(302, { Location: `${enketo.origin}/elsewhere` }).end(),
      'unexpected response with status 302.',
    ],
    ['closes the connection', (response) => void response.destroy(), 'not reachable.'],
  ])('returns 503 where Enketo %s', async (_what, answer, why) => {
    const uuid = await submit(app, survey.uid);
    enketo.respond = answer;
    const { body, headers } = await app.as('owner').get(at(uuid, 'enketo/edit')).expect(503);
    expect(body).toEqual({ detail: `Enketo error: ${why}` });
    expect(headers['retry-after']).toBe('5');
    expect(enketo.received).toHaveLength(1);
  });
});

describe('a preview', () => {
  const make = async (body: object): Promise<string> => {
    const { body: made } = await app.as('owner').post('/api/v2/asset_snapshots/').send(body).expect(201);
    return new URL((made as { enketopreviewlink: string }).enketopreviewlink).pathname;
  };

  it.each([
    ['owner', 302],
    ['viewer', 302],
    ['some', 302],
    ['stranger', 404],
    [ANONYMOUS, 404],
  ])('redirects %s to a web form of the snapshot (%i)', async (caller, status) => {
    const path = await make({ asset: `/api/v2/assets/${survey.uid}/` });
    const { headers } = await app.as(caller).get(path).expect(status);
    if (status !== 302) return;
    const location = new URL(headers['location']!);
    expect(`${location.origin}${location.pathname}`).toBe(`${enketo.origin}/-/preview`);
    const form = new URL(location.searchParams.get('form')!);
    expect(form.origin).toBe(app.origin);
    await app.as(ANONYMOUS).get(form.pathname).expect(200);
    expect(enketo.received).toEqual([]);
  });

  it('of a source is available to its creator only', async () => {
    const path = await make({ source: { survey: [{ type: 'text', name: 'a', label: 'A' }] } });
    await app.as('owner').get(path).expect(302);
    await app.as('stranger').get(path).expect(404);
  });
});
