import { randomUUID } from 'node:crypto';
import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { EXPORT_DEFAULTS } from '../../factories/export.factory';
import { makeHook } from '../../factories/hook.factory';
import { answersOf, makeForm, migrate, type MigrationValues } from '../../factories/migration.factory';
import { makePairedData } from '../../factories/paired-data.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

describe('moving from another server', () => {
  let source: TestApp;
  let target: TestApp;

  beforeEach(async () => {
    [source, target] = [await startApp({ hasOneProcess: true }), await startApp()];
    for (const name of ['owner', 'helper', 'viewer']) {
      await source.addUser(name);
      if (name !== 'viewer') await target.addUser(name);
    }
  });
  afterEach(async () => {
    await target.stop();
    await source.stop();
  });

  const move = (values: Partial<MigrationValues> = {}) =>
    migrate(target, source.origin, { token: source.tokenOf('owner'), pageSize: 2, ...values });
  const dataOf = async (app: TestApp, uid: string) => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`).expect(200);
    return JSON.parse(
      JSON.stringify(body.results)
        .replaceAll(app.origin, '')
        .replaceAll(/"_date_modified":"[^"]*"/g, '"_date_modified":""'),
    );
  };

  it('moves a form with submissions, photos, uuids, times, submitters and statuses', async () => {
    const { uid, uuids } = await makeForm(source);
    await grant(source, uid, 'helper', ['add_submissions', 'validate_submissions']);
    await submit(source, uid, { by: 'helper', answers: answersOf('Dan') });
    await submission(
      source.as('owner'),
      instanceXml(uid, { answers: answersOf('Bea'), deprecates: uuids[1]! }),
    ).expect(201);
    await source
      .as('helper')
      .patch(`/api/v2/assets/${uid}/data/${uuids[2]!}/validation_status/`)
      .send({ 'validation_status.uid': 'validation_status_approved' })
      .expect(200);
    const report = await move();
    expect(report.assets.flatMap(({ problems, differences }) => [...problems, ...differences])).toEqual([]);
    expect(report).toMatchObject({
      equal: true,
      assets: [{ uid, state: 'complete', submissions: { created: 4, attachments: 1 } }],
    });
    expect(await dataOf(target, uid)).toEqual(await dataOf(source, uid));
    const photo = (await dataOf(source, uid))[0]._attachments[0].download_url as string;
    const { body } = await target.as('owner').get(photo).expect(200);
    expect((body as Buffer).toString()).toBe('a photo');
    const next = await submit(target, uid, { answers: answersOf('Eve') });
    const [{ _id: newest }] = (await dataOf(target, uid)).slice(-1);
    expect(newest).toBeGreaterThan((await dataOf(source, uid)).at(-1)._id as number);
    expect(next).toBeDefined();
  });

  it('brings only what changed the next time, and deletes what was deleted', async () => {
    const { uid, uuids } = await makeForm(source, ['Asha', 'Ben', 'Cleo', 'Dan', 'Eve']);
    await move();
    const before = await dataOf(target, uid);
    const again = await move();
    expect(again).toMatchObject({
      equal: true,
      assets: [{ submissions: { created: 0, changed: 0, unchanged: 5, deleted: 0, attachments: 0 } }],
    });
    expect(await dataOf(target, uid)).toEqual(before);
    await source.as('owner').delete(`/api/v2/assets/${uid}/data/${uuids[1]!}/`).expect(204);
    await source.as('owner').delete(`/api/v2/assets/${uid}/data/${uuids[4]!}/`).expect(204);
    await submission(
      source.as('owner'),
      instanceXml(uid, {
        answers: answersOf('Ann', '<photo>photo.jpg</photo>'),
        deprecates: uuids[0]!,
      }),
    ).expect(201);
    await submit(source, uid, { answers: answersOf('Fay') });
    const third = await move();
    expect(third).toMatchObject({
      equal: true,
      assets: [{ submissions: { created: 1, changed: 1, unchanged: 2, deleted: 2, attachments: 0 } }],
    });
    expect(await dataOf(target, uid)).toEqual(await dataOf(source, uid));
    const [{ _attachments: attachments }] = await dataOf(source, uid);
    await source
      .as('owner')
      .delete(`/api/v2/assets/${uid}/attachments/${attachments[0].uid as string}/`)
      .expect(204);
    expect(await move()).toMatchObject({ equal: true, assets: [{ submissions: { changed: 1 } }] });
    const moved = await dataOf(target, uid);
    expect(moved).toEqual(await dataOf(source, uid));
    expect(moved[0]._attachments).toMatchObject([{ uid: attachments[0].uid, is_deleted: true }]);
  });

  it('moves versions, media, webhooks, settings, styles, permissions, collections and paired data', async () => {
    const collection = await makeAsset(source, { asset_type: 'collection', name: 'Library', content: {} });
    const inner = await makeAsset(source, { asset_type: 'collection', name: 'Inner', content: {} });
    const question = await makeAsset(source, { asset_type: 'block', name: 'Block' });
    for (const [child, parent] of [
      [inner, collection],
      [question, inner],
    ] as const) {
      await source
        .as('owner')
        .patch(`/api/v2/assets/${child.uid}/`)
        .send({ parent: `/api/v2/assets/${parent.uid}/`, tag_string: 'water,health' })
        .expect(200);
    }
    const { uid } = await makeForm(source);
    await makePairedData(source, uid);
    await makeHook(source, uid, { settings: { custom_headers: { Authorization: 'secret' } } });
    await grant(source, uid, 'helper', ['view_submissions']);
    await grant(source, uid, 'viewer', ['view_asset']);
    await grant(source, uid, ANONYMOUS, ['view_asset', 'view_submissions']);
    await grantPartially(source, uid, 'helper', { view_submissions: [{ _submitted_by: 'viewer' }] });
    await source
      .as('owner')
      .post(`/api/v2/assets/${uid}/files/`)
      .field({ file_type: 'form_media', description: 'default' })
      .attach('content', Buffer.from('name,label\n'), { filename: 'towns.csv', contentType: 'text/csv' })
      .expect(201);
    await source
      .as('owner')
      .post(`/api/v2/assets/${uid}/files/`)
      .send({
        file_type: 'form_media',
        description: 'remote',
        metadata: { redirect_url: 'https://files.example.org/map.png' },
      })
      .expect(201);
    await source
      .as('owner')
      .post(`/api/v2/assets/${uid}/export-settings/`)
      .send({ name: 'For the ministry', export_settings: EXPORT_DEFAULTS })
      .expect(201);
    const styles = { map_styles: { colorSet: 'a' }, map_custom: { b: 1 }, report_custom: { c: [2] } };
    const content = { survey: [{ type: 'text', name: 'other', label: 'Other' }] };
    await source
      .as('owner')
      .patch(`/api/v2/assets/${uid}/`)
      .send({ content, ...styles })
      .expect(200);
    await source.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ active: true }).expect(200);
    const report = await move({ createAccounts: true });
    expect(report.assets.flatMap(({ problems, differences }) => [...problems, ...differences])).toEqual([]);
    expect(report).toMatchObject({ equal: true, createdAccounts: ['viewer'], missingAccounts: [] });
    const { body } = await target.as('owner').get(`/api/v2/assets/${question.uid}/`).expect(200);
    expect(body).toMatchObject({ parent: expect.stringContaining(inner.uid), tag_string: 'water,health' });
    const moved = await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    expect(moved.body).toMatchObject({ ...styles, export_settings: [{ name: 'For the ministry' }] });
    await target.as(ANONYMOUS).get(`/api/v2/assets/${uid}/data/`).expect(200);
    expect(report.assets.find((asset) => asset.uid === uid)!.notes).toContain(
      'Webhook Elsewhere: arrived inactive. Enter its password and secrets, then activate it',
    );
    const hooks = await target.as('owner').get(`/api/v2/assets/${uid}/hooks/`).expect(200);
    expect(hooks.body.results).toMatchObject([{ name: 'Elsewhere', active: false }]);
    const users = await target.rows<{ active: boolean; password: string | null }>(
      `SELECT is_active AS active, password_hash AS password FROM app_user WHERE username = 'viewer'`,
    );
    expect(users).toEqual([{ active: false, password: null }]);
  });

  it('brings export settings and fields of paired data that were changed since', async () => {
    const { uid } = await makeForm(source, ['Asha']);
    const paired = await makePairedData(source, uid);
    const settings = `/api/v2/assets/${uid}/export-settings/`;
    const { body } = await source
      .as('owner')
      .post(settings)
      .send({ name: 'For the ministry', export_settings: EXPORT_DEFAULTS })
      .expect(201);
    expect(await move()).toMatchObject({ equal: true });
    await source
      .as('owner')
      .patch(`${settings}${body.uid as string}/`)
      .send({ export_settings: { ...EXPORT_DEFAULTS, type: 'xls' } })
      .expect(200);
    await source
      .as('owner')
      .patch(`/api/v2/assets/${uid}/paired-data/${paired}/`)
      .send({ fields: ['person/name'] })
      .expect(200);
    const report = await move();
    expect(report.assets.flatMap(({ problems, differences }) => [...problems, ...differences])).toEqual([]);
    const moved = await target.as('owner').get(settings).expect(200);
    expect(moved.body.results).toMatchObject([
      { name: 'For the ministry', export_settings: { type: 'xls' } },
    ]);
    expect(await target.rows('SELECT fields FROM paired_data')).toEqual([{ fields: ['person/name'] }]);
  });

  it('lists missing users and leaves their permissions out', async () => {
    const { uid } = await makeForm(source, ['Asha']);
    await grant(source, uid, 'viewer', ['view_asset']);
    const report = await move();
    expect(report.assets[0]!.problems).toEqual([]);
    expect(report).toMatchObject({ equal: false, missingAccounts: ['viewer'] });
    expect(report.assets[0]!.notes).toContain(
      'Permissions of viewer are left out: there is no such user here',
    );
    expect(report.assets[0]!.differences).toEqual(['permission view_asset of viewer: missing here']);
  });

  it('moves the accounts of all users with the token of a superuser', async () => {
    await source.addUser('root', { superuser: true });
    await makeDeployedAsset(source, { owner: 'owner' });
    await makeDeployedAsset(source, { owner: 'helper' });
    await makeDeployedAsset(source, { owner: 'viewer' });
    const report = await move({ token: source.tokenOf('root') });
    expect(report.assets.map(({ owner, state }) => [owner, state]).sort()).toEqual([
      ['helper', 'complete'],
      ['owner', 'complete'],
      ['viewer', 'incomplete'],
    ]);
    expect(report.missingAccounts).toEqual(['viewer']);
    const only = await move({ token: source.tokenOf('root'), owners: ['helper'] });
    expect(only).toMatchObject({ equal: true, assets: [{ owner: 'helper' }], deletedAssets: [] });
  });

  it('deletes the replica of a form that was deleted, and no others', async () => {
    const { uid } = await makeForm(source, ['Asha']);
    const other = await makeDeployedAsset(source);
    const own = await makeDeployedAsset(target);
    const helpers = await makeDeployedAsset(source, { owner: 'helper' });
    await move();
    await move({ token: source.tokenOf('helper') });
    await source.as('owner').delete(`/api/v2/assets/${uid}/`).expect(204);
    expect(await move()).toMatchObject({ equal: true, deletedAssets: [`${uid} (Wells)`] });
    await target.as('owner').get(`/api/v2/assets/${uid}/`).expect(404);
    for (const asset of [other, own])
      await target.as('owner').get(`/api/v2/assets/${asset.uid}/`).expect(200);
    await target.as('helper').get(`/api/v2/assets/${helpers.uid}/`).expect(200);
  });

  it('does not overwrite an asset that came from elsewhere', async () => {
    const { uid } = await makeForm(source, ['Asha']);
    await move();
    await target.rows('DELETE FROM migrated_asset');
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{ uid, state: 'incomplete' }] });
    expect(report.assets[0]!.problems).toEqual([expect.stringContaining('did not come from this source')]);
  });

  it('tells beforehand what would be moved, and writes nothing', async () => {
    await makeForm(source);
    const report = await move({ dryRun: true, createAccounts: true });
    expect(report).toMatchObject({
      dryRun: true,
      assets: [{ state: 'planned', notes: ['3 submissions', '1 attachments, 7 bytes'] }],
    });
    for (const table of ['asset', 'migration_source'])
      expect(await target.rows(`SELECT FROM ${table}`)).toEqual([]);
  });

  it('ends equal when two runs move at the same time', async () => {
    const { uid } = await makeForm(source, ['Asha', 'Ben', 'Cleo', 'Dan', 'Eve']);
    await move({ assetUids: [(await makeDeployedAsset(source)).uid] });
    await Promise.allSettled([move(), move(), move()]);
    expect(await move()).toMatchObject({ equal: true });
    expect(await dataOf(target, uid)).toEqual(await dataOf(source, uid));
  });

  it('keeps an archived form archived, and takes its state over when it changes', async () => {
    const { uid } = await makeDeployedAsset(source, { active: false });
    await move();
    const state = async () =>
      (await target.as('owner').get(`/api/v2/assets/${uid}/`)).body.deployment__active;
    expect(await state()).toBe(false);
    await source.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ active: true }).expect(200);
    await move();
    expect(await state()).toBe(true);
  });

  it('reports two submissions of one uuid instead of losing one silently', async () => {
    const { uid } = await makeForm(source, ['Asha', 'Ben']);
    const uuid = randomUUID();
    await source.rows(`UPDATE submission SET json = replace(json, uuid, $1), xml = replace(xml, uuid, $1)`, [
      uuid,
    ]);
    const report = await move();
    expect(report).toMatchObject({ equal: false, assets: [{ uid, state: 'incomplete' }] });
    expect(report.assets[0]!.problems).toEqual([
      expect.stringContaining(`another submission has its uuid ${uuid}`),
    ]);
  });
});
