import type { Browser, Locator, Page } from 'playwright-core';
import { startApp, type TestApp } from './app';
import { seriousFindings } from './axe';
import { launchChromium } from './chromium';
import { eventually } from './eventually';
import { signInPage } from './sign-in-page';

/** Content as the API returns it. */
export interface StoredContent {
  readonly survey: Record<string, unknown>[];
  readonly choices?: Record<string, unknown>[];
  readonly translations: (string | null)[];
  readonly settings: Record<string, unknown>;
}

const editorPath = (uid: string): string => `/projects/${uid}/form/edit/`;

/** The form editor in Chromium, used by "owner" with clicks and keys. */
export class EditorPage {
  private opened: Page | undefined;
  /** Requests to other hosts, and scripts or styles that the CSP stopped. */
  readonly violations: string[] = [];

  private constructor(
    readonly app: TestApp,
    private readonly chromium: Browser,
  ) {}

  static async start(): Promise<EditorPage> {
    const app = await startApp();
    await app.addUser('owner');
    return new EditorPage(app, await launchChromium());
  }

  async stop(): Promise<void> {
    await this.chromium.close();
    await this.app.stop();
  }

  get page(): Page {
    return this.opened!;
  }

  /** Closes all windows and browsers. */
  async closePage(): Promise<void> {
    await Promise.all(this.chromium.contexts().map((context) => context.close()));
    this.opened = undefined;
  }

  /** Goes on in a window that was opened before. */
  use(page: Page): void {
    this.opened = page;
  }

  /** Opens the editor in another window of the same browser. */
  async openWindow(uid: string): Promise<Page> {
    this.opened = await this.page.context().newPage();
    await this.page.goto(`${this.app.origin}${editorPath(uid)}`);
    await this.page.getByRole('tree').waitFor();
    return this.page;
  }

  /** A project with a form that is not deployed. @returns its uid */
  async makeDraft(content: object = { survey: [] }): Promise<string> {
    const body = { asset_type: 'survey', name: 'Wells', content };
    const { body: asset } = await this.app.as('owner').post('/api/v2/assets/').send(body).expect(201);
    return (asset as { uid: string }).uid;
  }

  async contentOf(uid: string): Promise<StoredContent> {
    const { body } = await this.app.as('owner').get(`/api/v2/assets/${uid}/`).expect(200);
    return (body as { content: StoredContent }).content;
  }

  /** @param path the editor of the form unless given @param script runs before those of each page */
  async open(uid: string, { width = 1280, path = editorPath(uid), script = '' } = {}): Promise<void> {
    const context = await this.chromium.newContext({
      viewport: { width, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    this.opened = page;
    if (script !== '') await page.addInitScript(script);
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) this.violations.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      if (/^https?:/.test(url) && !url.startsWith(this.app.origin)) this.violations.push(url);
    });
    await signInPage(page, this.app, { next: path });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** A row of the structure. */
  item(label: string): Locator {
    return this.page.getByRole('treeitem', { name: label });
  }

  labels(): Promise<string[]> {
    return this.page.getByRole('tree').locator('.row-label').allTextContents();
  }

  /** Waits until the page says so. */
  said(words: string | RegExp): Promise<void> {
    return this.page.getByText(words).first().waitFor();
  }

  /** Opens a new form with one question. @returns its uid */
  async openForm(): Promise<string> {
    const uid = await this.makeDraft({ survey: [{ type: 'text', name: 'a', label: 'A' }] });
    await this.open(uid);
    await this.page.getByRole('tree').waitFor();
    return uid;
  }

  /** Types a label, and waits until it is stored as a draft. */
  async storeLabel(label: string): Promise<void> {
    await this.field('Label').fill(label);
    await this.said('Draft saved.');
  }

  /** Label of the first question in the owner's draft; undefined without one. */
  async draftLabel(uid: string): Promise<unknown> {
    const { status, body } = await this.app.as('owner').get(`/api/v2/assets/${uid}/draft/`);
    if (status === 404) return undefined;
    return (body as { content: { survey: { label: string[] }[] } }).content.survey[0]!.label[0];
  }

  draftBecomes(uid: string, label: string | undefined): Promise<unknown> {
    return eventually(
      () => this.draftLabel(uid),
      (stored) => stored === label,
    );
  }

  async savedLabel(uid: string): Promise<unknown> {
    return (await this.contentOf(uid)).survey[0]!['label'];
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async addQuestion(type: string, label: string): Promise<void> {
    await this.button('Add a question').click();
    await this.page.getByLabel('Search types of questions').fill(type);
    await this.press('Enter');
    // A closed dialog is hidden a moment before its question is added, and leaves the page after it.
    await this.page.locator('dialog').waitFor({ state: 'detached' });
    await this.field('Label').fill(label);
  }

  async save(): Promise<void> {
    const saved = this.page.getByText('Saved as a new version.');
    await Promise.all([this.button('Save').click(), saved.waitFor()]);
  }

  /** From the saved form to its deployment, past the changes that it brings. */
  async deploy({ isFirst = false } = {}): Promise<void> {
    await this.page.getByRole('link', { name: 'Review the changes and deploy' }).click();
    await this.button(isFirst ? 'Deploy' : 'Deploy this version').click();
    await this.page.getByText('The form was deployed').waitFor();
  }

  /** Opens the deployed form as collectors do. */
  async openWebForm(uid: string): Promise<void> {
    await this.page.goto(`${this.app.origin}/web-forms/${uid}/single/`);
    await this.page.locator('.odk-form').waitFor();
  }

  /** Sends the open web form. @returns the only submission, as soon as it is stored */
  async sendWebForm(uid: string): Promise<Record<string, unknown>> {
    await this.button('Send').click();
    const { results } = await eventually(
      async () => {
        const { body } = await this.app.as('owner').get(`/api/v2/assets/${uid}/data/`);
        return body as { results: Record<string, unknown>[] };
      },
      (body) => body.results.length === 1,
    );
    return results[0]!;
  }

  /** Serious findings of axe, and whether the page is wider than its window. */
  async flaws(): Promise<string[]> {
    const findings = await seriousFindings(this.page);
    const surplus = await this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    return surplus > 0 ? [...findings, `wider than the window by ${surplus}`] : findings;
  }
}
