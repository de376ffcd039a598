import { MAX_ASSET_FILES, MAX_SAVED } from '../../../src/domain/saved-limit';
import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { EXPORT_DEFAULTS } from '../../factories/export.factory';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'manager', 'other']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app));
  await grant(app, uid, 'manager', ['manage_asset']);
});
afterAll(() => app.stop());

const path = (below: string): string => `/api/v2/assets/${uid}/${below}`;
const post = (below: string, body: object, caller = 'owner') => app.as(caller).post(path(below)).send(body);

/** Copies the only row of a table until it has this many. */
async function fill(table: string, columns: string, rows: number): Promise<void> {
  await app.rows(
    `INSERT INTO ${table} (${columns}) SELECT ${columns.replace(/^\w+/, "'copy' || n")}
       FROM ${table}, generate_series(2, ${rows}) AS n`,
  );
}

const refused = (owner: string, things: string, max = MAX_SAVED) => ({
  detail: `${owner} ${max} ${things}, the maximum. Delete one that is not used any more first.`,
});

it('limits saved export settings of a project, for everyone who manages it', async () => {
  const body = { name: 'Weekly', export_settings: EXPORT_DEFAULTS };
  const { body: saved } = await post('export-settings/', body).expect(201);
  await fill('export_setting', 'uid, asset_id, name, request, date_modified', MAX_SAVED);
  for (const caller of ['owner', 'manager']) {
    const { body: error } = await post('export-settings/', body, caller).expect(400);
    expect(error).toEqual(refused('The project has', 'saved export settings'));
  }
  await app
    .as('owner')
    .delete(path(`export-settings/${(saved as { uid: string }).uid}/`))
    .expect(204);
  await post('export-settings/', body, 'manager').expect(201);
});

it('limits webhooks of a project', async () => {
  const body = { name: 'Send', endpoint: 'https://example.org/in' };
  await post('hooks/', body).expect(201);
  const columns =
    'uid, asset_id, name, endpoint, active, export_type, auth_level, settings, email_notification, sends_changes, subset_fields, origin, date_modified';
  await fill('hook', columns, MAX_SAVED);
  expect((await post('hooks/', body).expect(400)).body).toEqual(refused('The project has', 'webhooks'));
});

it('limits files of a project', async () => {
  const file = { file_type: 'form_media', description: 'x', base64Encoded: 'data:text/csv;base64,YSxiCg==' };
  const named = (filename: string) => ({ ...file, metadata: JSON.stringify({ filename }) });
  await post('files/', named('first.csv')).expect(201);
  await app.rows(
    `INSERT INTO asset_file (uid, asset_id, user_id, file_type, description, name, mimetype, md5, metadata, sha256,
                             byte_size, date_created)
     SELECT 'copy' || n, asset_id, user_id, file_type, description, n || name, mimetype, md5, metadata, sha256,
            byte_size, date_created FROM asset_file, generate_series(2, ${MAX_ASSET_FILES}) AS n`,
  );
  expect((await post('files/', named('second.csv')).expect(400)).body).toEqual(
    refused('The project has', 'files', MAX_ASSET_FILES),
  );
});

it('limits the removed files of a project whose choices earlier answers may name', async () => {
  const { uid: of } = await makeDeployedAsset(app);
  const files = `/api/v2/assets/${of}/files/`;
  const add = (filename: string) =>
    app
      .as('owner')
      .post(files)
      .send({
        file_type: 'form_media',
        description: 'x',
        base64Encoded: `data:text/csv;base64,${Buffer.from(filename).toString('base64')}`,
        metadata: JSON.stringify({ filename }),
      })
      .expect(201);
  const remove = async (filename: string): Promise<void> => {
    const { body } = await add(filename);
    await app
      .as('owner')
      .delete(`${files}${(body as { uid: string }).uid}/`)
      .expect(204);
  };
  await remove('first.csv');
  await app.rows(
    `INSERT INTO asset_file (uid, asset_id, user_id, file_type, description, name, mimetype, md5, metadata, sha256,
                             byte_size, date_created, date_removed)
     SELECT 'former' || n, asset_id, user_id, file_type, description, n || name, mimetype, md5, metadata, sha256,
            byte_size, date_created, date_removed
       FROM asset_file, generate_series(2, ${MAX_ASSET_FILES}) AS n WHERE date_removed IS NOT NULL`,
  );
  await remove('last.csv');
  const former = await app.rows<{ name: string }>(
    `SELECT name FROM asset_file WHERE date_removed IS NOT NULL AND asset_id = (SELECT id FROM asset WHERE uid = $1)
      ORDER BY id`,
    [of],
  );
  expect(former).toHaveLength(MAX_ASSET_FILES);
  expect([former[0]!.name, former.at(-1)!.name]).toEqual(['2first.csv', 'last.csv']);
});

it('limits applications of an account, and of each by itself', async () => {
  const body = { name: 'Tool', client_type: 'public', redirect_uris: ['https://example.org/back'] };
  const register = (caller: string) => app.as(caller).post('/api/v2/applications/').send(body);
  await register('owner').expect(201);
  await fill(
    'oauth_application',
    'client_id, owner_id, name, client_type, redirect_uris, date_created, date_modified',
    MAX_SAVED,
  );
  expect((await register('owner').expect(400)).body).toEqual(refused('You have', 'applications'));
  await register('other').expect(201);
});

it('limits saved reports of a project', async () => {
  const reports = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`report${n}`, { crid: `report${n}` }]));
  const patch = (count: number) =>
    app
      .as('owner')
      .patch(path(''))
      .send({ report_custom: reports(count) });
  await patch(MAX_SAVED).expect(200);
  expect((await patch(MAX_SAVED + 1).expect(400)).body).toEqual(refused('The project has', 'saved reports'));
});

it('lets projects that have more keep them, and be renamed, emptied and compared', async () => {
  const { uid: of } = await makeAsset(app);
  await app.rows(
    `UPDATE asset SET settings = jsonb_set(settings, '{description}', to_jsonb(repeat('x', 70000))),
            report_custom = (SELECT jsonb_object_agg('r' || n, jsonb_build_object('crid', n)) FROM generate_series(1, 150) n)
      WHERE uid = $1`,
    [of],
  );
  const patch = (change: object) => app.as('owner').patch(`/api/v2/assets/${of}/`).send(change);
  await patch({ name: 'Renamed' }).expect(200);
  await patch({ settings: { organization: '' } }).expect(200);
  await patch({ settings: { organization: 'x' } }).expect(400);
  const reports = Object.fromEntries(Array.from({ length: 149 }, (_, n) => [`r${n}`, { crid: n }]));
  await patch({ report_custom: reports }).expect(200);
  await patch({ report_custom: { ...reports, one: {}, more: {} } }).expect(400);
});

it('limits settings, so that lists of assets stay small', async () => {
  const { uid: of } = await makeAsset(app);
  const describe = (characters: number) =>
    app
      .as('owner')
      .patch(`/api/v2/assets/${of}/`)
      .send({ settings: { description: 'x'.repeat(characters) } });
  await describe(60_000).expect(200);
  const { body } = await describe(900_000).expect(400);
  expect(body).toEqual({
    settings: [expect.stringMatching(/^The settings have \d+ characters, the maximum is 65536\./)],
  });
});

it.each([
  ['content', (many: object) => ({ survey: [], ...many })],
  ['a row', (many: object) => ({ survey: [{ type: 'text', name: 'a', ...many }] })],
  ['settings', (many: object) => ({ survey: [], settings: many })],
])('refuses %s of 500 000 keys before it is parsed', async (_, contentOf) => {
  const many = Object.fromEntries(Array.from({ length: 500_000 }, (_, n) => [`k${n}`, 1]));
  const body = { name: 'Wide', asset_type: 'survey', content: contentOf(many) };
  const { body: error } = await app.as('owner').post('/api/v2/assets/').send(body).expect(413);
  expect(error).toEqual({ detail: 'An object of the JSON has more than 100000 members. Remove some.' });
});
