import { randomUUID } from 'node:crypto';
import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;
let survey: AssetJson;
let other: AssetJson;
let base: string;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'editor', 'some', 'viewer', 'stranger']) await app.addUser(username);
  survey = await makeDeployedAsset(app, { name: 'Wells & co' });
  other = await makeDeployedAsset(app);
  await grant(app, survey.uid, 'editor', ['change_submissions']);
  await grant(app, survey.uid, 'viewer', ['view_submissions']);
  await grantPartially(app, survey.uid, 'some', { change_submissions: [{ consent: 'yes' }] });
  const { body } = await app
    .as('owner')
    .post('/api/v2/asset_snapshots/')
    .send({ asset: `/api/v2/assets/${survey.uid}/` })
    .expect(201);
  base = `/api/v2/asset_snapshots/${(body as { uid: string }).uid}`;
});
afterAll(() => app.stop());

const edit = (deprecates: string, by: string, answers = '<consent>no</consent>') =>
  submission(
    app.as(by),
    instanceXml(survey.uid, { uuid: randomUUID(), deprecates, answers }),
    [],
    `${base}/submission`,
  );

describe('an asset snapshot as an OpenRosa form', () => {
  it('has a form list and a manifest', async () => {
    const list = await app.as(ANONYMOUS).get(`${base}/formList`).expect(200);
    expect(list.headers).toMatchObject({ 'x-openrosa-version': '1.0' });
    expect(list.text).toContain(`<formID>${survey.uid}</formID><name>Wells &amp; co</name>`);
    expect(list.text).toContain(`<downloadUrl>${app.origin}${base}.xml</downloadUrl>`);
    await app.as(ANONYMOUS).get(`${base}.xml`).expect(200);
    await app
      .as('owner')
      .post(`/api/v2/assets/${survey.uid}/files/`)
      .send({
        file_type: 'form_media',
        base64Encoded: 'data:image/png;base64,AAAA',
        metadata: { filename: 'crab.png' },
      })
      .expect(201);
    const { text } = await app.as('editor').get(`${base}/manifest`).expect(200);
    const [, url] = /<filename>crab\.png<\/filename>.*<downloadUrl>(.*)<\/downloadUrl>/.exec(text)!;
    await app.as('editor').get(new URL(url!).pathname).expect(200);
    for (const by of ['viewer', 'stranger', ANONYMOUS]) {
      const { headers, text: refusal } = await app.as(by).get(`${base}/manifest`).expect(404);
      expect(headers['content-type']).toBe('text/xml; charset=utf-8');
      expect(refusal).toContain('<message nature="">Not found.</message>');
    }
    await app.as(ANONYMOUS).head(`${base}/formList`).expect(204);
    await app.as('viewer').head(`${base}/submission`).expect(204);
    await app.as(ANONYMOUS).head(`${base}/submission`).expect(401);
  });

  it.each(['owner', 'editor'])('accepts an edit by %s and returns the stored XML', async (by) => {
    const uuid = await submit(app, survey.uid, { answers: '<consent>yes</consent>' });
    const { text } = await edit(uuid, by)
      .expect(201)
      .expect('Content-Type', /text\/xml/);
    expect(text).toContain(`<consent>no</consent>`);
    expect(text).toContain(`<deprecatedID>uuid:${uuid}</deprecatedID>`);
    const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(200);
    expect(body).toMatchObject({ consent: 'no' });
  });

  it('accepts the same edit again', async () => {
    const uuid = await submit(app, survey.uid);
    const xml = instanceXml(survey.uid, { uuid: randomUUID(), deprecates: uuid });
    const send = () => submission(app.as('owner'), xml, [], `${base}/submission`);
    expect((await send().expect(201)).text).toBe(xml);
    expect((await send().expect(202)).text).toBe(xml);
  });

  it('returns 401 to a caller that may not edit', async () => {
    const uuid = await submit(app, survey.uid, { answers: '<consent>no</consent>' });
    for (const by of ['viewer', 'stranger', ANONYMOUS, 'some']) await edit(uuid, by).expect(401);
    const reached = await submit(app, survey.uid, { answers: '<consent>yes</consent>' });
    await edit(reached, 'some', '<consent>yes</consent>').expect(201);
  });

  it('returns 400 for a submission that is no edit or edits an unknown one', async () => {
    const send = (xml: string) => submission(app.as('owner'), xml, [], `${base}/submission`).expect(400);
    await send(instanceXml(survey.uid));
    await send('<a>');
    await send(instanceXml(other.uid, { deprecates: await submit(app, other.uid) }));
    const { body } = await edit(randomUUID(), 'owner').expect(400);
    expect(body).toEqual({
      detail: 'The submission you attempted to edit could not be found, or you do not have access to it.',
    });
    const uuid = await submit(app, survey.uid);
    await edit(uuid, 'owner').expect(201);
    await edit(uuid, 'owner').expect(400);
  });

  it('returns 404 if unknown', async () => {
    const absent = '/api/v2/asset_snapshots/saaaaaaaaaaaaaaaaaaaaa';
    await app.as('owner').get(`${absent}/formList`).expect(404);
    await app.as('owner').get(`${absent}/manifest`).expect(404);
    await submission(app.as('owner'), instanceXml(survey.uid), [], `${absent}/submission`).expect(404);
  });
});

describe('a web form without Enketo', () => {
  it.each(['enketo/edit', 'edit', 'enketo/view'])('is a page of this service, by %s', async (path) => {
    const uuid = await submit(app, other.uid);
    const { body } = await app
      .as('owner')
      .get(`/api/v2/assets/${other.uid}/data/${uuid}/${path}/`)
      .expect(200);
    const mode = path.endsWith('view') ? 'view' : 'edit';
    const page = new RegExp(`^${app.origin}/web-forms/${other.uid}/${mode}/\\d+/$`);
    expect((body as { url: string }).url).toMatch(page);
    const made = `SELECT 1 FROM asset_snapshot s JOIN asset a ON a.id = s.asset_id WHERE a.uid = $1`;
    expect(await app.rows(made, [other.uid])).toEqual([]);
  });

  it('is a page for a preview too', async () => {
    await app.as('owner').get(`${base}/preview/`).expect(302);
    await app.as('stranger').get(`${base}/preview/`).expect(404);
  });
});
