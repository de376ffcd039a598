import { randomUUID } from 'node:crypto';
import {
  entitiesOf,
  findList,
  makeFollowUp,
  makeRegistration,
  register,
  registration,
  update,
} from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

/** Wire facts of entities that ODK Central's public documentation of its API and the ODK Entities specification state. */
describe("facts of ODK Central's entities", () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
  });
  afterAll(() => app.stop());
  afterEach(() => app.rows('DELETE FROM entity'));

  const one = async (uuid: string) => (await entitiesOf(app, list)).find((each) => each.uuid === uuid);
  const create = (values: object) =>
    app.as('owner').post(`/api/v2/entity-lists/${list}/entities/`).send(values);

  it('hold of its download: the columns of the service are no properties, and __id is the identifier', async () => {
    const { body: trees } = await app
      .as('owner')
      .post('/api/v2/entity-lists/')
      .send({ name: 'trees', properties: ['geometry', 'species', 'circumference_cm'] })
      .expect(201);
    const { uid } = trees as { uid: string };
    const ids = [randomUUID(), randomUUID()];
    const csv = [
      '__id,label,geometry,species,circumference_cm,__createdAt,__creatorId,__creatorName,__updates,__updatedAt,__version',
      `${ids[0]},Tall oak,1.5 36.1 0 0,oak,667,2023-05-31T19:49:28.902Z,22,Alice,1,2023-05-31T19:52:34.467Z,2`,
      `${ids[1]},Old elm,,elm,,2023-05-31T19:49:20.152Z,22,Alice,0,,1`,
    ].join('\n');
    const path = `/api/v2/entity-lists/${uid}/entities/bulk/`;
    expect((await app.as('owner').post(path).send({ csv }).expect(201)).body).toMatchObject({ created: 2 });
    expect(await entitiesOf(app, uid)).toMatchObject([
      { uuid: ids[0], label: 'Tall oak', version: 1, data: { species: 'oak', circumference_cm: '667' } },
      { uuid: ids[1], label: 'Old elm', data: { geometry: '', circumference_cm: '' } },
    ]);
  });

  it('hold of the file of a form: name is the identifier, __version its version', async () => {
    const { text: manifest } = await app.as('owner').get(`/xformsManifest/${followUp}`).expect(200);
    const [, md5, url] =
      /<mediaFile type="entityList"><filename>households\.csv<\/filename><hash>(md5:[0-9a-f]{32})<\/hash><downloadUrl>(.*?)<\/downloadUrl><integrityUrl>/.exec(
        manifest,
      ) ?? [];
    expect(md5).toBeDefined();
    const id = await register(app, form);
    const { text } = await app.as('owner').get(new URL(url!).pathname).expect(200);
    const [header, row] = text.split('\n');
    expect(header).toMatch(/^name,label,__version,/);
    expect(row).toMatch(new RegExp(`^${id},Asha,1,`));
  });

  it('hold of the integrity of a list: an element for each identifier, with whether it is deleted', async () => {
    const [kept, deleted] = [await register(app, form), await register(app, form)];
    await app.as('owner').delete(`/api/v2/entity-lists/${list}/entities/${deleted}/`).expect(204);
    const { text: manifest } = await app.as('owner').get(`/xformsManifest/${followUp}`).expect(200);
    const url = /<integrityUrl>(.*?)<\/integrityUrl>/.exec(manifest)![1]!;
    const { text } = await app
      .as('owner')
      .get(`${new URL(url).pathname}?id=${kept},${deleted}`)
      .expect('Content-Type', /text\/xml/)
      .expect('X-OpenRosa-Version', '1.0')
      .expect(200);
    expect(text.replace(/>\s+</g, '><')).toContain(
      `<data><entities><entity id="${kept}"><deleted>false</deleted></entity><entity id="${deleted}"><deleted>true</deleted></entity></entities></data>`,
    );
  });

  it('hold of creating by the API: the label is not blank, the uuid optional, values are texts', async () => {
    const { body } = await create({ label: 'John Doe', data: { head: 'John', members: 22 } }).expect(201);
    expect(body).toMatchObject({ version: 1, conflict: null, data: { head: 'John', members: '22' } });
    await create({ label: '', data: {} }).expect(400);
    await create({ label: ' ', data: {} }).expect(400);
    await create({ label: 'Unknown property', data: { roof: 'tin' } }).expect(400);
    const uuid = randomUUID();
    await create({ uuid, label: 'First' }).expect(201);
    await create({ uuid, label: 'Second' }).expect(400);
  });

  it('hold of creating by a submission: version 1, from the submission, and never twice', async () => {
    const id = await register(app, form);
    await submit(app, form, registration(id, { head: 'Again' }));
    expect(await one(id)).toMatchObject({ version: 1, label: 'Asha' });
    const { body } = await app.as('owner').get(`/api/v2/assets/${form}/entity-problems/`).expect(200);
    expect(body.results).toMatchObject([{ problem: 'exists', uuid: id }]);
  });

  it('hold of updating: absent properties stay, each update is a version', async () => {
    const id = await register(app, form);
    await submit(app, followUp, update(id, { members: 4 }));
    expect(await one(id)).toMatchObject({
      version: 2,
      conflict: null,
      data: { village: 'Kisumu', members: '4' },
    });
  });

  it.each([
    ['soft', [{ members: 4 }, { village: 'Nakuru' }]],
    ['hard', [{ members: 4 }, { members: 5 }]],
  ] as const)('hold of conflicts: %s', async (conflict, changes) => {
    const id = await register(app, form);
    for (const change of changes) await submit(app, followUp, update(id, { base: 1, ...change }));
    expect(await one(id)).toMatchObject({ version: 3, conflict });
  });

  it('hold of a chain without a network: branch and trunk keep it from conflicting with itself', async () => {
    const id = await register(app, form);
    const branch = randomUUID();
    await submit(app, followUp, update(id, { base: 2, trunk: 1, branch, members: 5 }));
    expect(await one(id)).toMatchObject({ version: 1 });
    await submit(app, followUp, update(id, { base: 1, trunk: 1, branch, members: 4 }));
    expect(await one(id)).toMatchObject({ version: 3, conflict: null, data: { members: '5' } });
  });
});
