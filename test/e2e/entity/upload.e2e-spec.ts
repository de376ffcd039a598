import { randomUUID } from 'node:crypto';
import { grant } from '../../factories/asset.factory';
import { entitiesOf, findList, makeRegistration, register } from '../../factories/entity.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

describe('upload of entities', () => {
  let app: TestApp;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'changer', 'viewer', 'partial', 'stranger']) await app.addUser(name);
    const { uid } = await makeRegistration(app);
    list = (await findList(app)).uid;
    await grant(app, uid, 'changer', ['change_submissions']);
    await grant(app, uid, 'viewer', ['view_submissions']);
    form = uid;
  });
  afterAll(() => app.stop());
  afterEach(async () => {
    await app.rows('DELETE FROM entity');
    await app.rows(`UPDATE entity_list SET properties = '["head", "village"]'`);
  });

  let form: string;
  const path = (preview = false) =>
    `/api/v2/entity-lists/${list}/entities/bulk/${preview ? '?preview=true' : ''}`;
  const send = (values: object, preview = false, by = 'owner') => app.as(by).post(path(preview)).send(values);
  const labels = async () => (await entitiesOf(app, list, '?limit=100')).map(({ label }) => label);

  it('is previewed without storing anything', async () => {
    const id = await register(app, form, { head: 'Asha' });
    const before = await entitiesOf(app, list);
    const csv = [
      'label,name,village,roof,2nd,__createdAt',
      `Asha,${id},Nakuru,,,`,
      'Baraka,,Kisumu,tin,,',
      ',,Embu,,,',
      'Zawadi,seven,Embu,,,',
    ].join('\n');
    const options = { csv, update: true, new_properties: 'add' };
    const { body } = await send(options, true).expect(200);
    expect(body).toMatchObject({
      created: 1,
      updated: 1,
      unchanged: 0,
      refused: 2,
      refused_rows: [
        { row: 4, reason: 'label_missing', detail: 'Row 4 has no label. Fill it in.' },
        { row: 5, reason: 'uuid_invalid' },
      ],
      columns: { properties: ['village'], new: ['roof'], ignored: ['__createdAt'], invalid: ['2nd'] },
    });
    expect(await entitiesOf(app, list)).toEqual(before);
    expect(await findList(app)).toMatchObject({ properties: ['head', 'village'] });
    const stored = await send({ ...options, skip_refused: true }).expect(201);
    expect(stored.body).toEqual(body);
    expect(await entitiesOf(app, list)).toMatchObject([
      { uuid: id, version: 2, data: { head: 'Asha', village: 'Nakuru', roof: '' } },
      { label: 'Baraka', version: 1, data: { village: 'Kisumu', roof: 'tin' } },
    ]);
    expect(await findList(app)).toMatchObject({ properties: ['head', 'village', 'roof'] });
  });

  it('stores all rows or none, unless refused ones may be left out', async () => {
    const csv = 'label,village\nOne,Kisumu\n,Nakuru\n';
    const { body } = await send({ csv }).expect(400);
    expect(body).toEqual({ rows: ['Row 3 has no label. Fill it in.'] });
    expect(await labels()).toEqual([]);
    await send({ csv, skip_refused: true }).expect(201);
    expect(await labels()).toEqual(['One']);
  });

  it('changes entries only on request, and over the version that the file was made of', async () => {
    const id = await register(app, form, { head: 'Asha' });
    const { text } = await app.as('owner').get(`/api/v2/entity-lists/${list}/entities.csv`).expect(200);
    const csv = text.replace('Kisumu', 'Nakuru');
    expect((await send({ csv }).expect(400)).body.rows[0]).toContain('Allow updates');
    expect((await send({ csv, update: true }).expect(201)).body).toMatchObject({ updated: 1, created: 0 });
    expect((await send({ csv, update: true }).expect(400)).body.rows[0]).toContain('was changed in the list');
    const current = csv.replace(`${id},Asha,1`, `${id},Asha,2`);
    expect((await send({ csv: current, update: true }).expect(201)).body).toMatchObject({
      unchanged: 1,
      updated: 0,
    });
    const { body } = await app
      .as('owner')
      .get(`/api/v2/entity-lists/${list}/entities/${id}/versions/`)
      .expect(200);
    expect(body.results).toMatchObject([
      { version: 2, base_version: 1, created_by: 'owner', submission: null, data: { village: 'Nakuru' } },
      { version: 1 },
    ]);
  });

  it('refuses an identifier that is there twice, or was deleted', async () => {
    const [deleted, twice] = [await register(app, form), randomUUID()];
    await app.as('owner').delete(`/api/v2/entity-lists/${list}/entities/${deleted}/`).expect(204);
    const csv = `label,name\nA,${twice}\nB,${twice}\nC,${deleted}\n`;
    const { body } = await send({ csv, update: true }, true).expect(200);
    expect(body).toMatchObject({
      created: 1,
      refused_rows: [
        { row: 3, reason: 'uuid_repeated' },
        { row: 4, reason: 'deleted' },
      ],
    });
  });

  it('takes a file, also a large one, and no other than a CSV', async () => {
    const upload = (content: Buffer, fields: Readonly<Record<string, string>> = {}) => {
      const test = app.as('owner').post(path());
      for (const [name, value] of Object.entries(fields)) test.field(name, value);
      return test.attach('file', content, 'list.csv');
    };
    const rows = Array.from({ length: 12_000 }, (_, index) => `H${index},Village ${index},${randomUUID()}`);
    const { body } = await upload(Buffer.from(`label,village,name\n${rows.join('\n')}\n`)).expect(201);
    expect(body).toMatchObject({ created: 12_000 });
    expect(await findList(app)).toMatchObject({ entities_count: 12_000 });
    const changed = rows.map((row) => row.replace('Village', 'Town'));
    const file = Buffer.from(`label,village,name\n${changed.join('\n')}\n`);
    expect((await upload(file, { update: 'true' }).expect(201)).body).toMatchObject({ updated: 12_000 });
    expect((await upload(Buffer.from('label\nJos\xe9\n', 'latin1')).expect(400)).body).toHaveProperty('csv');
    await upload(Buffer.from([0, 1, 2, 255])).expect(400);
    await send({}).expect(400);
  });

  it('is for those who change entries; only the owner adds properties', async () => {
    const csv = 'label,roof\nOne,tin\n';
    for (const [name, status] of [
      ['viewer', 403],
      ['partial', 404],
      ['stranger', 404],
      [ANONYMOUS, 401],
    ] as const) {
      await send({ csv }, true, name).expect(status);
      await send({ csv }, false, name).expect(status);
    }
    await send({ csv, new_properties: 'add' }, false, 'changer').expect(403);
    await send({ csv }, false, 'changer').expect(400);
    await send({ csv, new_properties: 'ignore' }, false, 'changer').expect(201);
    expect(await entitiesOf(app, list)).toMatchObject([{ label: 'One', data: {} }]);
  });
});
