import {
  entitiesOf,
  findList,
  FOLLOW_UP,
  makeFollowUp,
  makeRegistration,
  register,
  REGISTRATION,
} from '../../factories/entity.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';

describe('what becomes of a list', () => {
  let app: TestApp;
  let owner: Browser;
  let form: string;
  let followUp: string;
  let list: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    owner = await Browser.signedIn(app, 'owner');
  });
  beforeEach(async () => {
    form = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    list = (await findList(app)).uid;
    await register(app, form);
  });
  afterEach(() => app.rows('DELETE FROM entity_list'));
  afterAll(() => app.stop());

  const redeploy = async (uid: string, content: object) => {
    await app.as('owner').patch(`/api/v2/assets/${uid}/`).send({ content }).expect(200);
    const { body } = await app.as('owner').put(`/api/v2/assets/${uid}/deployment/`).send({}).expect(200);
    return body as { warnings?: unknown };
  };

  it('of a form with other questions: its page says what a deployment does', async () => {
    const survey = [
      { type: 'text', name: 'head', label: 'Head', save_to: 'head' },
      { type: 'text', name: 'roof', label: 'Roof', save_to: 'roof' },
    ];
    const content = { ...REGISTRATION, survey };
    const page = async () =>
      (await owner.get(`/projects/${form}/form/`).expect(200)).text.replace(/<[^>]*>/g, '');
    expect(await page()).not.toContain('Once you deploy this version');
    await app.as('owner').patch(`/api/v2/assets/${form}/`).send({ content }).expect(200);
    expect(await page()).toContain('households gets the columns roof.');
    expect(await page()).toContain('does not save to the columns village of households any more');
    const families = { ...content, entities: [{ list_name: 'families', label: '${head}' }] };
    await app.as('owner').patch(`/api/v2/assets/${form}/`).send({ content: families }).expect(200);
    expect(await page()).toContain('A new list families begins.');
    expect(await page()).toContain('does not save to households any more. The entries stay.');
  });

  it('of a form that gets another list: entries stay, and it is said', async () => {
    const page = (await owner.get(`/projects/${form}/form/`).expect(200)).text;
    expect(page).toContain('The form saves to <code dir="auto">households</code>');
    const renamed = { ...REGISTRATION, entities: [{ list_name: 'families', label: '${head}' }] };
    const { warnings } = await redeploy(form, renamed);
    expect(JSON.stringify(warnings)).toContain('does not save to the list');
    expect(await entitiesOf(app, list)).toHaveLength(1);
    expect(await findList(app, 'families')).toMatchObject({ entities_count: 0 });
  });

  it('of a form that saves to other properties: none is lost', async () => {
    const survey = [{ type: 'text', name: 'head', label: 'Head', save_to: 'name_of_head' }];
    await redeploy(form, { ...REGISTRATION, survey });
    expect(await findList(app)).toMatchObject({ properties: ['head', 'village', 'members', 'name_of_head'] });
    expect(await entitiesOf(app, list)).toMatchObject([{ data: { head: 'Asha', village: 'Kisumu' } }]);
  });

  it('of a form that reads it no more: it is said', async () => {
    const survey = [{ type: 'text', name: 'note', label: 'Note' }];
    const { warnings } = await redeploy(followUp, { ...FOLLOW_UP, survey, entities: [] });
    expect(JSON.stringify(warnings)).toContain('does not read the list');
  });

  it('that forms still read: it is not deleted', async () => {
    const active = (uid: string) =>
      app.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ active: false }).expect(200);
    await active(form);
    await redeploy(followUp, { ...FOLLOW_UP, entities: [], survey: FOLLOW_UP.survey.slice(0, 1) });
    const path = `/api/v2/entity-lists/${list}/`;
    const { body } = await app.as('owner').delete(path).expect(409);
    expect(JSON.stringify(body)).toContain('Follow-up');
    await active(followUp);
    await app.as('owner').delete(path).expect(204);
  });

  it('whose form is deleted: it stays, and the page says so before', async () => {
    const page = (await owner.get(`/projects/${form}/`).expect(200)).text;
    expect(page).toContain('Lists that the form saves to stay, with their entries: households.');
    await app.as('owner').delete(`/api/v2/assets/${form}/`).expect(204);
    expect(await entitiesOf(app, list)).toMatchObject([{ label: 'Asha' }]);
  });
});
