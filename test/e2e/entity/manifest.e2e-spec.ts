import { createHash, randomUUID } from 'node:crypto';
import { grant } from '../../factories/asset.factory';
import {
  entitiesOf,
  findList,
  FOLLOW_UP,
  makeFollowUp,
  makeRegistration,
  register,
  update,
} from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { makeAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

describe('lists of entities for collectors', () => {
  let app: TestApp;
  let form: string;
  let followUp: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator', 'stranger', 'editor']) await app.addUser(name);
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    for (const uid of [form, followUp]) await grant(app, uid, 'enumerator', ['add_submissions']);
    list = (await findList(app)).uid;
  });
  afterAll(() => app.stop());
  afterEach(() => app.rows('DELETE FROM entity'));

  const manifest = async (uid: string, by = 'enumerator'): Promise<string> =>
    (await app.as(by).get(`/xformsManifest/${uid}`).expect(200)).text;
  const file = async () => {
    const [, md5, url] =
      /<mediaFile type="entityList"><filename>households.csv<\/filename><hash>md5:(.*?)<\/hash><downloadUrl>(.*?)</.exec(
        await manifest(followUp),
      )!;
    const { text } = await app
      .as('enumerator')
      .get(new URL(url!).pathname)
      .expect('Content-Type', 'text/csv; charset=utf-8')
      .expect('X-OpenRosa-Version', '1.0')
      .expect(200);
    expect(createHash('md5').update(text).digest('hex')).toBe(md5);
    return { text, path: new URL(url!).pathname };
  };

  it('are in the manifest of a form that reads them, with the hash of their CSV', async () => {
    expect((await file()).text).toBe('name,label,__version,head,village,members\n');
    const id = await register(app, form, { head: 'Asha, "the elder"', village: 'Kisumu' });
    expect((await file()).text.split('\n')[1]).toBe(
      `${id},"Asha, ""the elder""",1,"Asha, ""the elder""",Kisumu,`,
    );
    await submit(app, followUp, update(id, { members: 4 }));
    expect((await file()).text.split('\n')[1]).toMatch(/,2,.*,Kisumu,4$/);
    await app.as('owner').delete(`/api/v2/entity-lists/${list}/entities/${id}/`).expect(204);
    expect((await file()).text).toBe('name,label,__version,head,village,members\n');
  });

  it('say which entities are deleted, to phones that created them offline', async () => {
    const [kept, deleted, unknown] = [await register(app, form), await register(app, form), randomUUID()];
    await app.as('owner').delete(`/api/v2/entity-lists/${list}/entities/${deleted}/`).expect(204);
    const [, url] = /<integrityUrl>(.*?)<\/integrityUrl>/.exec(await manifest(followUp))!;
    const ask = (ids: string, by = 'enumerator') => app.as(by).get(`${new URL(url!).pathname}?id=${ids}`);
    const { text } = await ask([kept, deleted, unknown, 'x'].join(',')).expect(200);
    expect(text).toContain(
      `<data><entities><entity id="${kept}"><deleted>false</deleted></entity><entity id="${deleted}"><deleted>true</deleted></entity></entities></data>`,
    );
    expect((await ask('').expect(200)).text).toContain('<data><entities></entities></data>');
    await ask(kept, 'stranger').expect(404);
    await ask(kept, ANONYMOUS).expect(401);
  });

  it('are not served by forms that only save to them', async () => {
    expect(await manifest(form)).not.toContain('mediaFile');
    await app.as('enumerator').get(`/xformsMedia/${form}/${list}.csv`).expect(404);
  });

  it('are served to those who may submit only', async () => {
    const { path } = await file();
    await app.as('stranger').get(path).expect(404);
    await app.as(ANONYMOUS).get(path).expect(401);
  });

  it('are served in parts of many rows, each row once', async () => {
    await app.rows(
      `INSERT INTO entity (list_id, uuid, version, label, data, date_created, date_modified)
       SELECT l.id, gen_random_uuid(), 1, 'H' || n, '{}', now(), now() FROM entity_list l, generate_series(1, 12000) n
        WHERE l.uid = $1`,
      [list],
    );
    const lines = (await file()).text.trimEnd().split('\n');
    expect(lines).toHaveLength(12_001);
    expect(new Set(lines).size).toBe(12_001);
  });

  it('give way to a file of the form with their name', async () => {
    const { uid } = await makeFollowUp(app);
    await app
      .as('owner')
      .post(`/api/v2/assets/${uid}/files/`)
      .field('file_type', 'form_media')
      .attach('content', Buffer.from('name,label\na,A\n'), 'households.csv')
      .expect(201);
    const text = await manifest(uid, 'owner');
    expect(text.match(/households\.csv/g)).toHaveLength(1);
    expect(text).not.toContain('entityList');
  });

  it('leave the manifest when the form is deployed without them', async () => {
    const { uid } = await makeFollowUp(app);
    expect(await manifest(uid, 'owner')).toContain('entityList');
    const content = { survey: [{ type: 'text', name: 'a', label: 'A' }], settings: {} };
    await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
    await app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({}).expect(200);
    expect(await manifest(uid, 'owner')).not.toContain('entityList');
    expect((await findList(app)).projects.find((project) => project.uid === uid)).toMatchObject({
      saves: true,
      reads: false,
    });
  });

  it('are not opened by an editor of another project who may not see them', async () => {
    const { uid } = await makeAsset(app, { name: 'Other', content: FOLLOW_UP });
    await grant(app, uid, 'editor', ['change_asset']);
    const { body } = await app.as('editor').post(`/api/v2/assets/${uid}/deployment/`).send({}).expect(400);
    expect(JSON.stringify(body)).toContain('households');
    const reading = {
      ...FOLLOW_UP,
      entities: [],
      survey: FOLLOW_UP.survey.map(({ save_to: _, ...row }) => row),
    };
    await app.as('editor').patch(`/api/v2/assets/${uid}/`).send({ content: reading }).expect(200);
    await app.as('editor').post(`/api/v2/assets/${uid}/deployment/`).send({}).expect(201);
    expect(await manifest(uid, 'owner')).not.toContain('entityList');
    await app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({}).expect(200);
    expect(await manifest(uid, 'owner')).toContain('entityList');
    expect(await entitiesOf(app, list)).toEqual([]);
  });
});
