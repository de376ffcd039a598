import request from 'supertest';
import { grant } from '../../factories/asset.factory';
import { entitiesOf, findList, makeRegistration } from '../../factories/entity.factory';
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
});
