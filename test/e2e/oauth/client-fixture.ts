import type { Response } from 'supertest';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { registerClient, type TestClient } from '../../support/oauth-client';

export async function startWithClient(): Promise<{ app: TestApp; client: TestClient; browser: Browser }> {
  // Jobs are off: their queries would be counted.
  const app = await startApp({ environment: { ROLE: 'api' } });
  for (const name of ['owner', 'ann']) await app.addUser(name);
  const client = await registerClient(app);
  const browser = new Browser(app);
  await browser.signIn('ann', PASSWORD);
  return { app, client, browser };
}

/** Query of the link back to the application. */
export const returnLinkQuery = ({ text }: Response): URLSearchParams => {
  const link = /href="(https:\/\/app\.example\/[^"]*)"/.exec(text)![1]!;
  return new URL(link.replaceAll('&amp;', '&')).searchParams;
};
