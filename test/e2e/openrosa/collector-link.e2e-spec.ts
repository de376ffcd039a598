import { randomUUID } from 'node:crypto';
import { type AssetJson, grant, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

let app: TestApp;
let survey: AssetJson;
let other: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'manager', 'stranger']) await app.addUser(username);
  survey = await makeDeployedAsset(app, { name: 'Wells' });
  other = await makeDeployedAsset(app, { name: 'Others' });
  await grant(app, survey.uid, 'manager', ['manage_asset']);
});
afterAll(() => app.stop());

interface Link {
  readonly uid: string;
  readonly url: string;
  readonly link: string;
  readonly offline_url: string;
}

const links = (below = ''): string => `/api/v2/assets/${survey.uid}/collector-links/${below}`;
const make = async (name?: string): Promise<Link> =>
  (await app.as('manager').post(links()).send({ name }).expect(201)).body as Link;
const pathOf = ({ link }: Link): string => new URL(link).pathname;
const get = (path: string, by = ANONYMOUS) => app.as(by).get(path);

describe('collector links', () => {
  it('are created, listed without their keys, and deleted', async () => {
    const made = await make(' Volunteers ');
    expect(made).toEqual({
      url: `${app.origin}${links(`${made.uid}/`)}`,
      uid: expect.stringMatching(/^cl[A-Za-z0-9]{21}$/) as string,
      name: 'Volunteers',
      created_by: 'manager',
      date_created: expect.any(String) as string,
      link: expect.stringMatching(new RegExp(`^${app.origin}/collector/[0-9a-f]{40}$`)) as string,
      offline_url: made.link.replace('/collector/', '/web-forms/offline/collector/') + '/',
    });
    const { link: _link, offline_url: _offline, ...shown } = made;
    const { body } = await app.as('owner').get(links()).expect(200);
    expect(body).toMatchObject({ count: 1, results: [shown] });
    expect(JSON.stringify(body)).not.toContain(pathOf(made));
    await app
      .as('stranger')
      .delete(links(`${made.uid}/`))
      .expect(404);
    await app.as('owner').delete(`/api/v2/assets/${other.uid}/collector-links/${made.uid}/`).expect(404);
    await app
      .as('owner')
      .delete(links(`${made.uid}/`))
      .expect(204);
    await app
      .as('owner')
      .delete(links(`${made.uid}/`))
      .expect(404);
  });

  it('are limited to a hundred', async () => {
    const { uid } = await makeDeployedAsset(app);
    await app.rows(
      `INSERT INTO collector_link (uid, asset_id, name, key_hash, date_created)
       SELECT 'x' || n, (SELECT id FROM asset WHERE uid = $1), '', sha256(n::text::bytea), now()
         FROM generate_series(1, 100) AS n`,
      [uid],
    );
    await app.as('owner').post(`/api/v2/assets/${uid}/collector-links/`).send({}).expect(400);
  });
});

describe('a collector behind a link', () => {
  let link: Link;
  let base: string;
  beforeAll(async () => {
    link = await make();
    base = pathOf(link);
    await app
      .as('owner')
      .post(`/api/v2/assets/${survey.uid}/files/`)
      .send({
        file_type: 'form_media',
        base64Encoded: 'data:image/png;base64,AAAA',
        metadata: { filename: 'crab.png' },
      })
      .expect(201);
  });

  it('lists forms, downloads them and submits, without an account', async () => {
    const list = await get(`${base}/formList`).expect(200).expect('X-OpenRosa-Version', '1.0');
    expect(list.text).toContain(`<formID>${survey.uid}</formID>`);
    expect(list.text).not.toContain(other.uid);
    const [form, manifest] = ['downloadUrl', 'manifestUrl'].map(
      (name) => new RegExp(`<${name}>(.*)</${name}>`).exec(list.text)![1]!,
    );
    expect(form).toBe(`${link.link}/forms/${survey.uid}/form.xml`);
    const xform = await get(new URL(form!).pathname).expect(200);
    expect(xform.text).toContain('<h:html');
    const files = await get(new URL(manifest!).pathname).expect(200);
    const media = /<downloadUrl>(.*)<\/downloadUrl>/.exec(files.text)![1]!;
    expect(media.startsWith(`${link.link}/xformsMedia/`)).toBe(true);
    await get(new URL(media).pathname).expect(200).expect('Content-Type', 'image/png');
    await app.as(ANONYMOUS).head(`${base}/formList`).expect(204);
    await app
      .as(ANONYMOUS)
      .head(`${base}/submission`)
      .expect(204)
      .expect('Location', `${link.link}/submission`);
    const uuid = randomUUID();
    await submission(app.as(ANONYMOUS), instanceXml(survey.uid, { uuid }), [], `${base}/submission`)
      .expect(201)
      .expect('Location', `${link.link}/submission`);
    const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(200);
    expect(body).toMatchObject({ _uuid: uuid, _submitted_by: null });
  });

  it('submits JSON too, anonymously whatever credentials it sends', async () => {
    const uuid = randomUUID();
    const meta = { instanceID: `uuid:${uuid}` };
    const body = { id: survey.uid, submission: { consent: 'yes', meta } };
    await app.as('stranger').post(`${base}/submission`).send(body).expect(201);
    const { body: row } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(200);
    expect(row).toMatchObject({ consent: 'yes', _submitted_by: null });
  });

  it('reaches this form only, and nothing else', async () => {
    expect((await get(`${base}/formList?formID=${other.uid}`).expect(200)).text).not.toContain('<xform>');
    expect((await get(`${base}/formList?formID=${survey.uid}`).expect(200)).text).toContain('<xform>');
    await get(`${base}/forms/${other.uid}/form.xml`).expect(404);
    await get(`${base}/xformsManifest/${other.uid}`, 'owner').expect(404);
    await submission(app.as(ANONYMOUS), instanceXml(other.uid), [], `${base}/submission`).expect(401);
    const uuid = randomUUID();
    await submission(app.as(ANONYMOUS), instanceXml(survey.uid, { uuid }), [], `${base}/submission`).expect(
      201,
    );
    const edit = instanceXml(survey.uid, { deprecates: uuid });
    await submission(app.as(ANONYMOUS), edit, [], `${base}/submission`).expect(401);
    await get(`/api/v2/assets/${survey.uid}/data/`).expect(404);
  });

  it.each(['nonsense', 'a'.repeat(40)])('gets 404 for %s', async (key) => {
    expect((await get(`/collector/${key}/formList`).expect(200)).text).not.toContain('<xform>');
    await get(`/collector/${key}/forms/${survey.uid}/form.xml`).expect(401);
    const sent = submission(app.as(ANONYMOUS), instanceXml(survey.uid), [], `/collector/${key}/submission`);
    const { text } = await sent.expect(401).expect('Content-Type', /text\/xml/);
    expect(text).toContain('<message nature="">Invalid token.</message>');
  });

  it('gets 404 once the link or its asset is deleted, and 405 while the form is archived', async () => {
    const deleted = await makeDeployedAsset(app);
    const asset = `/api/v2/assets/${deleted.uid}/`;
    const { body } = await app.as('owner').post(`${asset}collector-links/`).send({}).expect(201);
    const path = pathOf(body as Link);
    const send = () => submission(app.as(ANONYMOUS), instanceXml(deleted.uid), [], `${path}/submission`);
    await send().expect(201);
    await app.as('owner').patch(`${asset}deployment/`).send({ active: false }).expect(200);
    await send().expect(405);
    expect((await get(`${path}/formList`).expect(200)).text).not.toContain('<xform>');
    await app.rows('UPDATE asset SET date_deleted = now() WHERE uid = $1', [deleted.uid]);
    await send().expect(401);

    const brief = await make();
    await app
      .as('owner')
      .delete(links(`${brief.uid}/`))
      .expect(204);
    await get(`${pathOf(brief)}/forms/${survey.uid}/form.xml`).expect(401);
  });
});
