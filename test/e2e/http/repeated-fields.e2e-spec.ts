import { makeAsset } from '../../factories/asset.factory';
import { startApp, type TestApp } from '../../support/app';

const ASSETS = '/api/v2/assets/';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'ben', 'cleo']) await app.addUser(name);
});
afterAll(() => app.stop());

describe('a repeated name in a form', () => {
  it('counts as its last value', async () => {
    const twice = 'name=one&name=two&asset_type=block&asset_type=survey&settings={"a":1}&settings={"b":2}';
    const { body } = await app.as('owner').post(ASSETS).type('form').send(twice).expect(201);
    expect(body).toMatchObject({ name: 'two', asset_type: 'survey', settings: { b: 2 } });
    expect(body.settings).not.toHaveProperty('a');
  });

  it('counts as its last value in multipart', async () => {
    const { uid } = await makeAsset(app);
    const form = app.as('owner').patch(`${ASSETS}${uid}/`);
    const { body } = await form.field('tag_string', 'a').field('tag_string', 'b,c').expect(200);
    expect(body.tag_string).toBe('b,c');
  });

  it('counts as its last value for links and flags', async () => {
    const { uid, url } = await makeAsset(app);
    const users = url.replace(/assets\/.*$/, 'users/');
    const permission = url.replace(/assets\/.*$/, 'permissions/view_asset/');
    const { body } = await app
      .as('owner')
      .post(`${ASSETS}${uid}/permission-assignments/`)
      .type('form')
      .send(`user=${users}ben/&user=${users}cleo/&permission=${permission}`)
      .expect(201);
    expect(body.user).toBe(`${users}cleo/`);
    const deployed = await app
      .as('owner')
      .post(`${ASSETS}${uid}/deployment/`)
      .type('form')
      .send('active=true&active=false')
      .expect(201);
    expect(deployed.body.active).toBe(false);
  });

  it('is a list where the field is a list, even if sent once', async () => {
    const content = { survey: ['a', 'b', 'c'].map((name) => ({ type: 'text', name, label: name })) };
    const source = await makeAsset(app, { content });
    await app
      .as('owner')
      .patch(`${ASSETS}${source.uid}/`)
      .send({ data_sharing: { enabled: true } })
      .expect(200);
    const { uid } = await makeAsset(app);
    const pair = async (filename: string, fields: string): Promise<unknown> => {
      const form = `source=${source.url}&filename=${filename}&${fields}`;
      const pairs = app.as('owner').post(`${ASSETS}${uid}/paired-data/`);
      return (await pairs.type('form').send(form).expect(201)).body.fields;
    };
    expect(await pair('one', 'fields=a')).toEqual(['a']);
    const other = await makeAsset(app, { content });
    await app
      .as('owner')
      .patch(`${ASSETS}${other.uid}/`)
      .send({ data_sharing: { enabled: true } });
    const { body } = await app
      .as('owner')
      .post(`${ASSETS}${uid}/paired-data/`)
      .field('source', other.url)
      .field('filename', 'two')
      .field('fields', 'a')
      .field('fields', 'b')
      .expect(201);
    expect(body.fields).toEqual(['a', 'b']);
  });
});
