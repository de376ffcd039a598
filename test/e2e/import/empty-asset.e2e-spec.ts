import { JobRegistry } from '../../../src/jobs/job-queue.port';
import { type AssetJson, grant, makeAsset } from '../../factories/asset.factory';
import { importFile, importJson, WELLS } from '../../factories/import.factory';
import { workbook } from '../../factories/workbook.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const LIST = '/api/v2/assets/';

describe('an empty asset', () => {
  let app: TestApp;

  const makeEmpty = async (fields: object = {}, owner = 'owner'): Promise<AssetJson> => {
    const { body } = await app
      .as(owner)
      .post(LIST)
      .send({ asset_type: 'empty', ...fields })
      .expect(201);
    return body as AssetJson;
  };
  const show = async (uid: string): Promise<AssetJson> =>
    (await app.as('owner').get(`${LIST}${uid}/`).expect(200)).body as AssetJson;
  const destination = (uid: string) => ({ destination: `${app.origin}${LIST}${uid}/` });
  const sweep = () =>
    app.nest
      .get(JobRegistry)
      .scheduledJobs.find(({ name }) => name === 'empty-assets.sweep')!
      .run();

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'editor', 'viewer', 'stranger', 'lister']) await app.addUser(name);
  });
  afterAll(() => app.stop());

  it('has no form and no name', async () => {
    const empty = await makeEmpty();
    expect(empty).toMatchObject({
      asset_type: 'empty',
      name: '',
      has_deployment: false,
      deployment_status: '-',
    });
    await app.as('owner').post(`${LIST}${empty.uid}/deployment/`).send({ active: true }).expect(400);
    await app.as('stranger').get(`${LIST}${empty.uid}/`).expect(404);
    await app.as(ANONYMOUS).post(LIST).send({ asset_type: 'empty' }).expect(401);
  });

  it.each([
    ['its file', {}, 'Wells 2026.xlsx', 'Wells 2026'],
    ['the name sent with the import', { name: 'Water.xls' }, 'wells.xlsx', 'Water'],
  ])('becomes a survey by an import, named after %s', async (_, fields, fileName, name) => {
    const { uid } = await makeEmpty({ settings: { description: 'Kept', sector: 'Health' } });
    const { status, messages } = await importFile(app, WELLS, { ...destination(uid), ...fields, fileName });
    expect([status, messages.updated![0]!.uid]).toEqual(['complete', uid]);
    const filled = await show(uid);
    expect(filled).toMatchObject({
      asset_type: 'survey',
      name,
      deployment_status: 'draft',
      settings: { description: 'Kept', sector: 'Health', country: [] },
    });
    expect(filled.summary.labels).toEqual(['Which well?']);
    await app.as('owner').post(`${LIST}${uid}/deployment/`).send({ active: true }).expect(201);
    const { body } = await app.as('owner').get(`${LIST}${uid}/`).expect(200);
    expect(body.permissions).toHaveLength(9);
  });

  it('keeps its own name, and takes the title of the form before both', async () => {
    const named = await makeEmpty({ name: 'My wells' });
    await importFile(app, WELLS, destination(named.uid));
    expect(await show(named.uid)).toMatchObject({ asset_type: 'survey', name: 'My wells' });
    const titled = workbook({
      survey: [
        ['type', 'name', 'label'],
        ['text', 'well', 'Which well?'],
      ],
      settings: [['form_title'], ['Titled']],
    });
    const other = await makeEmpty({ name: 'My wells' });
    await importFile(app, titled, destination(other.uid));
    expect(await show(other.uid)).toMatchObject({ asset_type: 'survey', name: 'Titled' });
  });

  it('is filled by an import as JSON, by an editor, whatever type was desired', async () => {
    const { uid } = await makeEmpty();
    await grant(app, uid, 'editor', ['change_asset']);
    await grant(app, uid, 'viewer', ['view_asset']);
    const file = { base64Encoded: `base64:${Buffer.from(WELLS).toString('base64')}`, name: 'wells.xlsx' };
    await app
      .as('viewer')
      .post('/api/v2/imports/')
      .send({ ...file, ...destination(uid) })
      .expect(201);
    const { status } = await importJson(
      app,
      { ...file, ...destination(uid), desired_type: 'block' },
      { by: 'editor' },
    );
    expect(status).toBe('complete');
    expect(await show(uid)).toMatchObject({ asset_type: 'survey', name: 'wells', owner__username: 'owner' });
  });

  it('stays empty after a failed import', async () => {
    const { uid } = await makeEmpty();
    const { status } = await importFile(app, Buffer.from('no workbook'), destination(uid));
    expect(status).toBe('error');
    expect(await show(uid)).toMatchObject({ asset_type: 'empty', name: '' });
  });

  it('is in no list and no count but by its uid', async () => {
    await makeAsset(app, { owner: 'lister', name: 'Seen' });
    const { uid } = await makeEmpty({ name: 'Unseen' }, 'lister');
    const uids = async (query: string) => {
      const { body } = await app.as('lister').get(`${LIST}${query}`).expect(200);
      return (body.results as { uid: string }[]).map((asset) => asset.uid);
    };
    for (const query of ['', '?q=asset_type:empty', '?asset_type=empty', '?q=Unseen', 'minimal-list/']) {
      expect(await uids(query)).not.toContain(uid);
    }
    expect(await uids(`?q=uid:${uid}`)).toEqual([uid]);
    const { body: usage } = await app.as('lister').get('/api/v2/asset_usage/').expect(200);
    expect(usage.count).toBe(1);
    const { body: counts } = await app.as('lister').get(`${LIST}counts/`).expect(200);
    expect(counts).toEqual({ deployed_count: 0, archived_count: 0, draft_count: 1 });
  });

  it('does not keep its owner from closing the account', async () => {
    await app.addUser('leaver');
    await makeEmpty({}, 'leaver');
    const { body } = await app.as('leaver').get('/me/').expect(200);
    await app
      .as('leaver')
      .delete('/me/')
      .send({ confirm: body.extra_details__uid as string })
      .expect(204);
  });

  it('is cloned to its own kind only, and changes its type only by an import', async () => {
    const { uid } = await makeEmpty({ name: 'Source' });
    const clone = (fields: object) =>
      app
        .as('owner')
        .post(LIST)
        .send({ clone_from: uid, ...fields });
    const { body } = await clone({}).expect(201);
    expect(body).toMatchObject({ asset_type: 'empty', name: 'Source' });
    for (const asset_type of ['survey', 'block', 'template']) {
      const { body: refused } = await clone({ asset_type }).expect(400);
      expect(refused.asset_type).toEqual([
        `An empty asset can't be cloned into a ${asset_type}; choose one of: empty.`,
      ]);
    }
    const survey = await makeAsset(app);
    await app.as('owner').post(LIST).send({ clone_from: survey.uid, asset_type: 'empty' }).expect(400);
    await app.as('owner').patch(`${LIST}${uid}/`).send({ asset_type: 'survey' }).expect(400);
    await app.as('owner').patch(`${LIST}${survey.uid}/`).send({ asset_type: 'empty' }).expect(400);
    await app.as('owner').patch(`${LIST}${uid}/`).send({ name: 'Renamed' }).expect(200);
    await app.as('owner').delete(`${LIST}${uid}/`).expect(204);
  });

  it('is swept after a day, unless an import filled it', async () => {
    const [young, old, filled] = [await makeEmpty(), await makeEmpty(), await makeEmpty()];
    await importFile(app, WELLS, destination(filled.uid));
    await app.rows(`UPDATE asset SET date_created = now() - interval '25 hours' WHERE uid = ANY($1)`, [
      [old.uid, filled.uid],
    ]);
    await sweep();
    await app.as('owner').get(`${LIST}${old.uid}/`).expect(404);
    expect(await app.rows('SELECT 1 FROM asset WHERE uid = $1', [old.uid])).toEqual([]);
    expect(await show(young.uid)).toMatchObject({ asset_type: 'empty' });
    expect(await show(filled.uid)).toMatchObject({ asset_type: 'survey' });
  });
});
