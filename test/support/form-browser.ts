import type { Browser, BrowserContextOptions, Page, ConsoleMessage } from 'playwright-core';
import type { TestApp } from './app';
import { PASSWORD } from './app';

/** Chromium 156 reports handlers of hostile labels, which the sanitizer of the form parses and removes. */
const isSanitized = (message: ConsoleMessage): boolean =>
  message.text().startsWith('Executing inline event handler violates') &&
  new URL(message.location().url).pathname.startsWith('/browser/');

/** Page of a visitor, with what went wrong on it and the hosts that it asked. */
export class FormVisit {
  readonly errors: string[] = [];
  readonly hosts = new Set<string>();

  private constructor(
    readonly app: TestApp,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !isSanitized(message)) this.errors.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (/^https?:$/.test(protocol)) this.hosts.add(host);
    });
  }

  static async start(
    app: TestApp,
    browser: Browser,
    options: BrowserContextOptions = {},
  ): Promise<FormVisit> {
    const context = await browser.newContext({ locale: 'en-GB', ...options });
    return new FormVisit(app, await context.newPage());
  }

  /** With the same cookies. */
  async anotherTab(): Promise<FormVisit> {
    return new FormVisit(this.app, await this.page.context().newPage());
  }

  async signIn(username: string): Promise<void> {
    await this.page.goto(`${this.app.origin}/accounts/login/?next=/token/`);
    await this.fillSignIn(username);
  }

  /** On the sign-in page. */
  async fillSignIn(username: string): Promise<void> {
    await this.page.getByLabel('Username').fill(username);
    await this.page.getByLabel('Password').fill(PASSWORD);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.waitForURL((url) => !url.pathname.startsWith('/accounts/login'));
  }

  /** @returns status of the page */
  async open(path: string): Promise<number> {
    const response = await this.page.goto(new URL(path, this.app.origin).href);
    return response!.status();
  }

  /** Opens a form and waits until it is drawn. */
  async openForm(path: string): Promise<void> {
    await this.open(path);
    await this.page.locator('.odk-form').waitFor();
  }

  async send(): Promise<void> {
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  /** Sends a form without any answer, which is asked about before. */
  async sendUntouched(): Promise<void> {
    await this.send();
    await this.page.locator('.result-dialog').getByRole('button', { name: 'Send anyway' }).click();
  }

  /** Waits for a notice, or for a result, whose dialog is closed then. */
  async notice(text: string): Promise<void> {
    await this.page.locator('.page-notice, .result-dialog').getByText(text).waitFor();
    const close = this.page.locator('.result-dialog .result-close');
    if (await close.isVisible()) await close.click();
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
