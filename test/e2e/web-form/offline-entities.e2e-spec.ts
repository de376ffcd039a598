import type { Browser, Page } from 'playwright-core';
import { grant } from '../../factories/asset.factory';
import { entitiesOf, findList, makeFollowUp, makeRegistration } from '../../factories/entity.factory';
import { startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { eventually } from '../../support/eventually';
import { FormVisit } from '../../support/form-browser';

/** Expression for pages: routes of tests do not see requests of the service worker. */
const WITHOUT_BACKGROUND_SYNC = 'delete ServiceWorkerRegistration.prototype.sync';

describe('entities in web forms without a network', () => {
  let app: TestApp;
  let browser: Browser;
  let visit: FormVisit;
  let page: Page;
  let list: string;
  let registration: string;
  let followUp: string;

  beforeAll(async () => {
    app = await startApp();
    for (const name of ['owner', 'enumerator']) await app.addUser(name);
    browser = await launchChromium();
    registration = (await makeRegistration(app)).uid;
    followUp = (await makeFollowUp(app)).uid;
    for (const uid of [registration, followUp]) await grant(app, uid, 'enumerator', ['add_submissions']);
    list = (await findList(app)).uid;
  });
  beforeEach(async () => {
    visit = await FormVisit.start(app, browser);
    ({ page } = visit);
    await page.addInitScript(WITHOUT_BACKGROUND_SYNC);
    await visit.signIn('enumerator');
    for (const uid of [registration, followUp]) {
      await visit.openForm(pathOf(uid));
      await page.locator('.readiness-ready').waitFor();
    }
  });
  afterEach(async () => {
    await page.context().close();
    await app.rows('DELETE FROM entity');
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  const pathOf = (uid: string) => `/web-forms/offline/${uid}/`;

  /** Fills in the registration. */
  async function register(head: string, village: string): Promise<void> {
    await visit.openForm(pathOf(registration));
    await page.getByLabel('Head').fill(head);
    await page.getByLabel('Village').fill(village);
    await queue();
  }

  async function choose(head: string): Promise<void> {
    await visit.openForm(pathOf(followUp));
    await page.getByText(head, { exact: true }).click();
  }

  async function queue(): Promise<void> {
    await visit.send();
    await visit.notice('The submission is stored in this browser');
  }

  async function sendAll(): Promise<void> {
    await page.context().setOffline(false);
    await page.locator('.queue').waitFor({ state: 'detached' });
  }

  const versionsOf = async (uuid: string) => {
    const path = `/api/v2/entity-lists/${list}/entities/${uuid}/versions/`;
    return ((await app.as('owner').get(path).expect(200)).body as { results: object[] }).results;
  };

  it('can be chosen and changed in the next form before they are sent', async () => {
    await page.context().setOffline(true);
    await register('Asha', 'Kisumu');
    await choose('Asha');
    await page.getByLabel('Village').fill('Nakuru');
    await queue();
    await choose('Asha');
    await page.getByLabel('Village').fill('Embu');
    await page.getByLabel('Members').fill('4');
    await queue();
    expect(await entitiesOf(app, list)).toEqual([]);
    await sendAll();
    const [asha] = await eventually(
      () => entitiesOf(app, list),
      ([entity]) => entity?.version === 3,
    );
    expect(asha).toMatchObject({ label: 'Asha', conflict: null, data: { village: 'Embu', members: '4' } });
    const { body } = await app.as('owner').get(`/api/v2/assets/${followUp}/entity-problems/`).expect(200);
    expect(body).toMatchObject({ count: 0 });
  });

  it('conflict with what others changed meanwhile, and not with themselves', async () => {
    const { body } = await app
      .as('owner')
      .post(`/api/v2/entity-lists/${list}/entities/`)
      .send({ label: 'Baraka', data: { village: 'Kisumu' } })
      .expect(201);
    const { uuid } = body as { uuid: string };
    // The page has the list from its next visit on.
    await visit.openForm(pathOf(followUp));
    await page.locator('.readiness-ready').waitFor();
    await visit.openForm(pathOf(followUp));
    await page.locator('.readiness-ready').waitFor();
    await page.context().setOffline(true);
    for (const village of ['Nakuru', 'Embu']) {
      await choose('Baraka');
      await page.getByLabel('Village').fill(village);
      await queue();
    }
    await sendAll();
    await eventually(
      () => entitiesOf(app, list),
      ([entity]) => entity?.version === 3,
    );
    expect(await entitiesOf(app, list)).toMatchObject([{ conflict: null, data: { village: 'Embu' } }]);

    await page.context().setOffline(true);
    await choose('Baraka');
    await page.getByLabel('Village').fill('Thika');
    await queue();
    await app
      .as('owner')
      .patch(`/api/v2/entity-lists/${list}/entities/${uuid}/`)
      .send({ base_version: 3, data: { village: 'Busia' } })
      .expect(200);
    await sendAll();
    await eventually(
      () => entitiesOf(app, list),
      ([entity]) => entity?.version === 5,
    );
    expect(await entitiesOf(app, list)).toMatchObject([{ conflict: 'hard', data: { village: 'Thika' } }]);
    expect(await versionsOf(uuid)).toHaveLength(5);
  });

  it('stay there after they are sent, until the list comes from the service', async () => {
    await page.context().setOffline(true);
    await register('Zawadi', 'Kisumu');
    await sendAll();
    await page.context().setOffline(true);
    await choose('Zawadi');
    await page.context().setOffline(false);
    await visit.openForm(pathOf(followUp));
    await page.locator('.readiness-ready').waitFor();
    const [zawadi] = await entitiesOf(app, list);
    await app.as('owner').delete(`/api/v2/entity-lists/${list}/entities/${zawadi!.uuid}/`).expect(204);
    for (let visits = 0; visits < 2; visits += 1) {
      await visit.openForm(pathOf(followUp));
      await page.locator('.readiness-ready').waitFor();
    }
    await visit.openForm(pathOf(followUp));
    expect(await page.getByText('Zawadi', { exact: true }).count()).toBe(0);
  });
});
