import { randomUUID } from 'node:crypto';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submissionWith, submit } from '../../factories/submission.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { FORM_READERS } from '../../support/form-readers';
import { expectOpenRosa, messageOf } from './collector-response';

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ environment: { MAX_BODY_BYTES: '200000', MAX_UPLOAD_BYTES: '300000' } });
  for (const username of ['owner', 'enumerator', 'manager', 'stranger']) await app.addUser(username);
  await app.addUser('superuser', { superuser: true });
});
afterAll(() => app.stop());

const owner = () => app.as('owner');

const DATE = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00';

describe('HEAD /submission', () => {
  it('returns 204 with the URL for submissions', async () => {
    const response = await owner().head('/submission').expect(204);
    expectOpenRosa(response);
    expect(response.headers['location']).toBe(`${app.origin}/submission`);
    const named = await app.as(ANONYMOUS).head('/owner/submission').expect(204);
    expect(named.headers['location']).toBe(`${app.origin}/owner/submission`);
    const refused = await app.as(ANONYMOUS).head('/submission').expect(401);
    expect(refused.headers['www-authenticate']).toMatch(/^Basic realm="/);
    const basic = `Basic ${Buffer.from(`owner:${PASSWORD}`).toString('base64')}`;
    await app.with(basic).head('/submission').expect(204);
  });
});

describe.each(FORM_READERS)('POST /submission on the %s', (_path, headers) => {
  const submission = submissionWith(headers);
  let uid: string;
  let formUuid: string;

  beforeAll(async () => {
    const made = await makeDeployedAsset(app);
    uid = made.uid;
    formUuid = made['deployment__uuid'] as string;
    await grant(app, uid, 'enumerator', ['add_submissions']);
  });

  const data = async (uuid: string) => owner().get(`/api/v2/assets/${uid}/data/${uuid}/`);
  const count = async (): Promise<number> =>
    (await owner().get(`/api/v2/assets/${uid}/counts/`).expect(200)).body.total_submission_count as number;

  it('stores a submission and returns 201 with a receipt', async () => {
    const uuid = randomUUID();
    const response = await submission(app.as('enumerator'), instanceXml(uid, { uuid })).expect(201);
    expectOpenRosa(response);
    expect(response.headers['location']).toBe(`${app.origin}/submission`);
    expect(messageOf(response)).toBe('Successful submission.');
    expect(response.text).toMatch(
      new RegExp(
        `<submissionMetadata xmlns="http://www.opendatakit.org/xforms" id="${uid}" instanceID="uuid:${uuid}" submissionDate="${DATE}" isComplete="true" markedAsCompleteDate="${DATE}"/>`,
      ),
    );
    expect((await data(uuid)).body).toMatchObject({
      'meta/instanceID': `uuid:${uuid}`,
      _submitted_by: 'enumerator',
      'person/name': 'Asha',
    });
  });

  it('returns 202 for a duplicate and stores it once', async () => {
    const xml = instanceXml(uid);
    await submission(owner(), xml).expect(201);
    const before = await count();
    for (let again = 0; again < 3; again += 1) {
      const response = await submission(owner(), xml).expect(202);
      expect(messageOf(response)).toBe('Duplicate Instance');
      expect(response.text).toContain('<message nature="">');
    }
    expect(await count()).toBe(before);
  });

  it('returns 409 for different content under the same id and keeps the first', async () => {
    const uuid = randomUUID();
    await submit(app, uid, { uuid });
    const response = await submission(
      owner(),
      instanceXml(uid, { uuid, answers: '<person><name>Other</name></person>' }),
      [{ name: 'new.jpg', content: 'new' }],
    ).expect(409);
    expect(messageOf(response)).toBe('Submission with this instance ID already exists');
    expect((await data(uuid)).body).toMatchObject({ 'person/name': 'Asha', _attachments: [] });
  });

  it('stores the same submission of two assets twice', async () => {
    const other = await makeDeployedAsset(app);
    const uuid = randomUUID();
    await submission(owner(), instanceXml(uid, { uuid })).expect(201);
    await submission(owner(), instanceXml(other.uid, { uuid })).expect(201);
  });

  it('finds the form by its uuid before its id, and returns 404 for an unknown one', async () => {
    const uuid = randomUUID();
    const xml = instanceXml(uid, { uuid, formUuid }).replace(`id="${uid}"`, 'id="another"');
    await submission(owner(), xml).expect(201);
    expect((await data(uuid)).body).toMatchObject({ _xform_id_string: uid, 'formhub/uuid': formUuid });
    const response = await submission(owner(), instanceXml('aNone')).expect(404);
    expect(messageOf(response)).toBe('Form does not exist on this account');
    expect(
      messageOf(await submission(owner(), '<data><meta><instanceID>uuid:1</instanceID></meta></data>')),
    ).not.toBe('');
  });

  it('returns the same 401 to an anonymous caller for a private, an archived and an unknown form', async () => {
    const archived = await makeDeployedAsset(app, { active: false });
    const responses = await Promise.all(
      [uid, archived.uid, 'aNone'].map((id) =>
        submission(app.as(ANONYMOUS), instanceXml(id), [], '/owner/submission').expect(401),
      ),
    );
    for (const { text, headers } of responses) {
      expect(text).toBe(responses[0]!.text);
      const { date: _date, ...receipt } = headers;
      const { date: _first, ...first } = responses[0]!.headers;
      expect(receipt).toEqual(first);
    }
  });

  it('records the submitting user, if any', async () => {
    const open = await makeDeployedAsset(app);
    await grant(app, open.uid, ANONYMOUS, ['add_submissions']);
    for (const [caller, submittedBy] of [
      [ANONYMOUS, null],
      ['stranger', 'stranger'],
    ] as const) {
      const uuid = randomUUID();
      await submission(app.as(caller), instanceXml(open.uid, { uuid }), [], '/owner/submission').expect(201);
      const { body } = await owner().get(`/api/v2/assets/${open.uid}/data/${uuid}/`).expect(200);
      expect(body._submitted_by).toBe(submittedBy);
    }
  });

  it('returns 405 for an archived form and accepts it again when unarchived', async () => {
    const made = await makeDeployedAsset(app, { active: false });
    const xml = instanceXml(made.uid);
    expect(messageOf(await submission(owner(), xml).expect(405))).toBe('Form is not active');
    await owner().patch(`/api/v2/assets/${made.uid}/deployment/`).send({ active: true }).expect(200);
    await submission(owner(), xml).expect(201);
    await owner().patch(`/api/v2/assets/${made.uid}/deployment/`).send({ active: false }).expect(200);
    await submission(owner(), xml).expect(405);
  });

  it('accepts JSON and answers in JSON', async () => {
    const send = (body: object, caller = 'enumerator') => app.as(caller).post('/submission').send(body);
    const instanceID = `uuid:${randomUUID()}`;
    const sent = { id: uid, submission: { person: { name: 'Json' }, meta: { instanceID } } };
    const { body, headers } = await send(sent).expect(201);
    expect(body).toEqual({
      message: 'Successful submission.',
      formid: uid,
      encrypted: false,
      instanceID,
      submissionDate: expect.stringMatching(new RegExp(`^${DATE}$`)) as string,
      markedAsCompleteDate: expect.stringMatching(new RegExp(`^${DATE}$`)) as string,
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      location: `${app.origin}/submission`,
      'x-openrosa-version': '1.0',
    });
    expect((await data(instanceID)).body).toMatchObject({ 'person/name': 'Json' });
    expect((await send(sent).expect(202)).body).toEqual({ error: 'Duplicate Instance' });
    const other = { ...sent, submission: { ...sent.submission, person: { name: 'Other' } } };
    expect((await send(other).expect(409)).body).toEqual({
      error: 'Submission with this instance ID already exists',
    });
  });

  it.each([
    ['no submission', {}, 400, { error: 'No submission key provided.' }],
    ['a list', [], 400, { error: 'No submission key provided.' }],
    ['null', null, 400, { error: 'No submission key provided.' }],
    ['no form', { submission: { a: 1 } }, 404, { detail: 'Not found.' }],
    ['an unknown form', { id: 'none', submission: { a: 1 } }, 404, { detail: 'Not found.' }],
    ['no instanceID', { id: '<uid>', submission: { a: 1 } }, 400, { error: 'Instance ID is required' }],
    ['invalid answers', { id: '<uid>', submission: 1 }, 400, { error: expect.any(String) as string }],
  ])('rejects JSON with %s, in JSON', async (_, body, status, expected) => {
    const text = JSON.stringify(body).replace('<uid>', uid);
    const response = await owner().post('/submission').type('application/json').send(text).expect(status);
    expect(response.body).toEqual(expected);
    expect(response.headers['content-type']).toBe('application/json');
  });

  it('rejects JSON from a caller without permission as it does XML', async () => {
    const answers = { meta: { instanceID: `uuid:${randomUUID()}` }, person: { name: 'x' } };
    const body = { id: uid, submission: answers };
    const denied = await app.as('stranger').post('/submission').send(body).expect(403);
    expect(Object.keys(denied.body as object)).toEqual(['error']);
    await app.as(ANONYMOUS).post('/submission').send(body).expect(401);
    const broken = await owner().post('/submission').type('application/json').send('{nonsense').expect(400);
    expect(Object.keys(broken.body as object)).toEqual(['error']);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'GET'])('returns 405 for %s with the allowed verbs', async (method) => {
    const verb = method.toLowerCase() as 'put' | 'patch' | 'delete' | 'get';
    const response = await owner()[verb]('/submission').expect(405);
    expectOpenRosa(response);
    expect(response.headers['allow']!.split(', ').sort()).toEqual(['HEAD', 'OPTIONS', 'POST']);
  });

  it.each(['/submission/', '//submission'])('is served at %s', async (path) => {
    await submission(owner(), instanceXml(uid), [], path).expect(201);
  });
});
