import { moveFromCentral, versionOf } from '../../factories/central.factory';
import { submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import type { CentralForm } from '../../support/central-data';
import { CentralServer } from '../../support/central-server';

const COLLECTOR = { 'X-OpenRosa-Version': '1.0' };

describe('form ids of ODK Central on phones', () => {
  let central: CentralServer;
  let target: TestApp;
  let wells: CentralForm;

  beforeEach(async () => {
    [central, target] = [await CentralServer.start(), await startApp()];
    await target.addUser('owner');
    wells = addWells('Water');
  });
  afterEach(async () => {
    await target.stop();
    await central.stop();
  });

  function addWells(project: string): CentralForm {
    const form = central.addForm(
      central.addProject(project),
      'wells',
      versionOf('wells', '1', { name: 'text', photo: 'image' }),
    );
    central.submit(form, `<name>${project}</name>`);
    return form;
  }

  const moveTo = async (owner: string, projects: string[]) => {
    const links: string[] = [];
    const receiveLink = ({ key }: { key: string }): Promise<void> => {
      links.push(key);
      return Promise.resolve();
    };
    const report = await moveFromCentral(target, central, { owner, projects, receiveLink });
    expect(report.assets.flatMap(({ problems, differences }) => [...problems, ...differences])).toEqual([]);
    return { uid: report.assets.find(({ assetType }) => assetType === 'survey')!.uid, links };
  };

  /** Instance as the form of Central makes it. */
  const unsent = (name: string, formId = 'wells'): string =>
    central.submit(addless(formId), `<name>${name}</name>`).versions[0]!.xml;
  const addless = (xmlFormId: string): CentralForm => ({ ...wells, xmlFormId, submissions: [] });

  const namesOf = async (uid: string, user = 'owner'): Promise<unknown[]> => {
    const { body } = await target.as(user).get(`/api/v2/assets/${uid}/data/?sort={"_id":1}`).expect(200);
    return body.results.map(({ name }: { name: string }) => name);
  };

  it('accepts what phones kept, from the owner, at the address of the owner and by a link', async () => {
    central.addAppUser(central.projects[0]!, 'Team North', [wells]);
    const { uid, links } = await moveTo('owner', ['Water']);
    await target
      .as('owner')
      .post(`/api/v2/assets/${uid}/permission-assignments/`)
      .send({
        user: `${target.origin}/api/v2/users/AnonymousUser/`,
        permission: `${target.origin}/api/v2/permissions/add_submissions/`,
      });
    await submission(target.as('owner'), unsent('Ann')).expect(201);
    await submission(target.as(ANONYMOUS), unsent('Ben'), [], '/owner/submission').expect(201);
    const xml = unsent('Cleo');
    const path = `/collector/${links[0]!}/submission`;
    await submission(target.as(ANONYMOUS), xml, [], path).expect(201);
    await submission(target.as(ANONYMOUS), xml, [], path).expect(202);
    expect(await namesOf(uid)).toEqual(['Water', 'Ann', 'Ben', 'Cleo']);
    const stored = await target.rows<{ id: string }>(
      `SELECT DISTINCT (regexp_match(xml, ' id="([^"]*)"'))[1] AS id FROM submission`,
    );
    expect(stored).toEqual([{ id: uid }]);
  });

  it('acknowledges what had arrived at ODK Central', async () => {
    const { uid } = await moveTo('owner', ['Water']);
    await submission(target.as('owner'), wells.submissions[0]!.versions[0]!.xml).expect(202);
    expect(await namesOf(uid)).toEqual(['Water']);
  });

  it('serves the list, the form and its files to a link by that id', async () => {
    central.addAppUser(central.projects[0]!, 'Team North', [wells]);
    const { uid, links } = await moveTo('owner', ['Water']);
    const list = async (path: string, as = 'owner') =>
      String((await target.as(as).get(path).set(COLLECTOR).expect(200)).text);
    expect(await list('/formList?formID=wells')).toContain(`<formID>${uid}</formID>`);
    expect(await list('/formList?formID=pumps')).not.toContain(uid);
    const base = `/collector/${links[0]!}`;
    expect(await list(`${base}/formList?formID=wells`, ANONYMOUS)).toContain(`<formID>${uid}</formID>`);
    expect(await list(`${base}/forms/wells/form.xml`, ANONYMOUS)).toContain(`id="${uid}"`);
    expect(await list(`${base}/xformsManifest/wells`, ANONYMOUS)).toContain('<manifest');
    await target.as(ANONYMOUS).get(`${base}/forms/pumps/form.xml`).set(COLLECTOR).expect(404);
  });

  it('never takes what is for another owner', async () => {
    await target.addUser('mallory');
    addWells('Other');
    await moveTo('mallory', ['Other']);
    await target.addUser('ann');
    const shared = await moveTo('mallory', ['Other']);
    for (const user of ['ann', 'owner']) {
      await target
        .as('mallory')
        .post(`/api/v2/assets/${shared.uid}/permission-assignments/`)
        .send({
          user: `${target.origin}/api/v2/users/${user}/`,
          permission: `${target.origin}/api/v2/permissions/add_submissions/`,
        });
    }
    await submission(target.as('ann'), unsent('Ann')).expect(404);
    await submission(target.as('owner'), unsent('Early')).expect(404);
    const { uid } = await moveTo('owner', ['Water']);
    await submission(target.as('owner'), unsent('Own')).expect(201);
    await submission(target.as('owner'), unsent('Theirs'), [], '/mallory/submission').expect(201);
    await submission(target.as('ann'), unsent('Strange'), [], '/owner/submission').expect(404);
    await submission(target.as(ANONYMOUS), unsent('None'), [], '/owner/submission').expect(401);
    expect(await namesOf(uid)).toEqual(['Water', 'Own']);
    expect(await namesOf(shared.uid, 'mallory')).toEqual(['Other', 'Theirs']);
  });

  it('refuses an id that several forms of the owner had, except by a link', async () => {
    const other = addWells('Other');
    central.addAppUser(central.projects[1]!, 'Team South', [other]);
    const { uid } = await moveTo('owner', ['Water']);
    const { uid: otherUid, links } = await moveTo('owner', ['Other']);
    const refused = await submission(target.as('owner'), unsent('Ann')).expect(409);
    expect(refused.text).toContain('Several forms had the id wells');
    await submission(target.as(ANONYMOUS), unsent('South'), [], `/collector/${links[0]!}/submission`).expect(
      201,
    );
    expect(await namesOf(otherUid)).toEqual(['Other', 'South']);
    await target.as('owner').patch(`/api/v2/assets/${uid}/deployment/`).send({ active: false }).expect(200);
    await submission(target.as('owner'), unsent('Ann')).expect(201);
    expect(await namesOf(otherUid)).toEqual(['Other', 'South', 'Ann']);
  });
});
