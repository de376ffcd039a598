import { type AssetJson, grant, makeDeployedAsset } from './asset.factory';
import type { Browser } from 'playwright-core';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { FormVisit } from '../support/form-browser';

export const NAME = 'What is your name?';
export const PHOTO = {
  name: 'well.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Expression for pages: routes of tests do not see requests of the service worker. */
const WITHOUT_BACKGROUND_SYNC = 'delete ServiceWorkerRegistration.prototype.sync';

export interface CreatedLink {
  /** Of the API resource. */
  readonly url: string;
  readonly link: string;
  readonly offline_url: string;
}

/** A form of `owner` that `enumerator` and `other` fill in without a network. */
export class OfflineForm {
  private constructor(
    private readonly app: TestApp,
    readonly uid: string,
  ) {}

  static async deploy(app: TestApp): Promise<OfflineForm> {
    const { uid } = await makeDeployedAsset(app, { name: 'Wells', content: this.content() });
    for (const name of ['enumerator', 'other']) await grant(app, uid, name, ['add_submissions']);
    return new OfflineForm(app, uid);
  }

  static content(...more: object[]) {
    return {
      survey: [
        { type: 'text', name: 'name', label: NAME, required: true },
        { type: 'image', name: 'photo', label: 'A photo' },
        ...more,
      ],
      choices: [],
      settings: {},
    };
  }

  async url(): Promise<string> {
    const { deployment__links: links } = await this.asset();
    return (links as Record<string, string>)['offline_url']!;
  }

  async asset(): Promise<AssetJson> {
    const { body } = await this.app.as('owner').get(`/api/v2/assets/${this.uid}/`).expect(200);
    return body as AssetJson;
  }

  async stored(): Promise<Record<string, unknown>[]> {
    const path = `/api/v2/assets/${this.uid}/data/?sort={"_id":1}`;
    const { body } = await this.app.as('owner').get(path).expect(200);
    return (body as { results: Record<string, unknown>[] }).results;
  }

  /** Waits until there are this many submissions. */
  sent(count: number): Promise<Record<string, unknown>[]> {
    return eventually(
      () => this.stored(),
      ({ length }) => length === count,
    );
  }

  async deployment(values: { active: boolean; version_id?: string }): Promise<void> {
    await this.app.as('owner').patch(`/api/v2/assets/${this.uid}/deployment/`).send(values).expect(200);
  }

  /** Creates a collector link. */
  async link(): Promise<CreatedLink> {
    const path = `/api/v2/assets/${this.uid}/collector-links/`;
    const { body } = await this.app.as('owner').post(path).send({}).expect(201);
    return body as CreatedLink;
  }

  /** Opens the page and waits until it works offline. @param username undefined without signing in */
  async open(browser: Browser, username?: string): Promise<OfflineVisit> {
    const visit = await FormVisit.start(this.app, browser);
    if (username !== undefined) await visit.signIn(username);
    return this.openAt(visit, await this.url());
  }

  async openAt(visit: FormVisit, url: string): Promise<OfflineVisit> {
    await visit.openForm(url);
    await visit.page.locator('.readiness-ready').waitFor();
    await visit.page.evaluate(WITHOUT_BACKGROUND_SYNC);
    return new OfflineVisit(visit);
  }
}

/** Page that works offline. */
class OfflineVisit {
  constructor(readonly visit: FormVisit) {}

  get page() {
    return this.visit.page;
  }

  /** Fills in the first question, and waits until the draft is saved. */
  async answer(name: string): Promise<void> {
    await this.page.getByLabel(NAME).fill(name);
    await this.page.locator('.draft-saved:not(:empty)').waitFor();
  }

  /** Submits without a network. */
  async queue(name: string): Promise<void> {
    await this.page.context().setOffline(true);
    await this.answer(name);
    await this.visit.send();
    await this.visit.notice('The submission is stored in this browser');
  }

  emptyQueue(): Promise<void> {
    return this.page.locator('.queue').waitFor({ state: 'detached' });
  }

  /** Waits for the reason why a submission was not sent. */
  async reason(text: string | RegExp): Promise<void> {
    await this.page.locator('.queue li').getByText(text).waitFor({ state: 'attached' });
  }

  async openDetails(selector: string): Promise<void> {
    await this.page.locator(selector).evaluate((details: { open: boolean }) => (details.open = true));
  }
}
