import request from 'supertest';
import { grant } from '../../factories/asset.factory';
import {
  entitiesOf,
  findList,
  makeFollowUp,
  makeRegistration,
  register,
  update,
} from '../../factories/entity.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';

describe('pages of a list that changes while they are open', () => {
  let app: TestApp;
  let form: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'changer']) await app.addUser(name);
    form = (await makeRegistration(app)).uid;
    list = (await findList(app)).uid;
    await grant(app, form, 'changer', ['change_submissions']);
  });
  afterAll(() => app.stop());
  afterEach(() => app.rows('DELETE FROM entity'));

  it('show the preview of an upload anew if the list has got a column that it left out', async () => {
    const changer = await Browser.signedIn(app, 'changer');
    const path = `/library/lists/${list}/upload/`;
    const { hidden } = formsOf((await changer.get(path)).text).find(({ action }) => action === path)!;
    const preview = await changer
      .prepare(request(app.origin).post(path))
      .set('Accept', 'text/html')
      .field(hidden)
      .field('csv', 'label,roof\nAsha,tin\n');
    expect(preview.text).toContain('only the owner of the list adds columns');
    const store = formsOf(preview.text).find(({ action }) => action === `${path}store/`)!;
    const properties = ['head', 'village', 'roof'];
    await app.as('owner').patch(`/api/v2/entity-lists/${list}/`).send({ properties }).expect(200);
    const refused = await changer.post(store.action, store.hidden);
    expect(refused.text).toContain('Nothing is stored yet.');
    expect(refused.text).not.toContain('only the owner of the list adds columns');
    expect(await entitiesOf(app, list)).toEqual([]);
    const again = formsOf(refused.text).find(({ action }) => action === store.action)!;
    await changer.post(again.action, again.hidden).expect(303);
    expect(await entitiesOf(app, list)).toMatchObject([{ label: 'Asha', data: { roof: 'tin' } }]);
  });

  it('keep lines and spaces of texts that are not changed in the form of an entry', async () => {
    const id = await register(app, form, { head: 'Asha', village: ' one\ntwo ' });
    const path = `/library/lists/${list}/entries/${id}/`;
    const owner = await Browser.signedIn(app, 'owner');
    expect((await owner.get(path)).text).toMatch(
      /<textarea[^>]*name="property.village"[^>]*> one&#10;two <\/textarea>/,
    );
    const values = { label: 'Asha', 'property.head': 'Ben', 'property.village': ' one\r\ntwo ' };
    expect((await owner.submit(path, values)).status).toBe(303);
    const data = { head: 'Ben', village: ' one\ntwo ' };
    expect(await entitiesOf(app, list)).toMatchObject([{ version: 2, data }]);
    const lines = { ...values, 'property.village': 'one\r\ntwo\r\nthree' };
    expect((await owner.submit(path, lines)).status).toBe(303);
    expect(await entitiesOf(app, list)).toMatchObject([{ data: { ...data, village: 'one\ntwo\nthree' } }]);
  });

  it('compare what was changed in the form of an entry with what is stored now', async () => {
    const followUp = (await makeFollowUp(app)).uid;
    const id = await register(app, form);
    const path = `/library/lists/${list}/entries/${id}/`;
    const owner = await Browser.signedIn(app, 'owner');
    const { hidden } = formsOf((await owner.get(path)).text).find(({ action }) => action === path)!;
    await submit(app, followUp, update(id, { village: 'Nakuru', members: 5 }));
    const typed = {
      label: 'Asha',
      'property.head': 'Asha',
      'property.village': 'Embu',
      'property.members': '',
    };
    const { status, text } = await owner.post(path, { ...hidden, ...typed });
    const compared = /<table[\s\S]*?Entered by you[\s\S]*?<\/table>/.exec(text)![0];
    expect(status).toBe(409);
    expect(compared).toMatch(/village[\s\S]*Nakuru[\s\S]*Embu/);
    expect(compared).not.toContain('members');
    const again = formsOf(text).find(({ action }) => action === path)!;
    expect(text).toMatch(/value="5"\s+id="property.members"/);
    await owner.post(path, { ...again.hidden, ...typed, 'property.members': '5' }).expect(303);
    const data = { village: 'Embu', members: '5' };
    expect(await entitiesOf(app, list)).toMatchObject([{ version: 3, data }]);
  });
});
