import type { Response } from 'supertest';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { registerClient, type TestClient } from '../../support/oauth-client';

/** A service with an application, and a person who is signed in. */
export async function startWithPerson(): Promise<{ app: TestApp; client: TestClient; browser: Browser }> {
  // Without jobs, whose queries would be counted.
  const app = await startApp({ environment: { ROLE: 'api' } });
  for (const name of ['owner', 'ann']) await app.addUser(name);
  const client = await registerClient(app);
  const browser = new Browser(app);
  await browser.signIn('ann', PASSWORD);
  return { app, client, browser };
}

/** What the application would be told by a person who goes back to it. */
export const wayBack = ({ text }: Response): URLSearchParams => {
  const link = /href="(https:\/\/app\.example\/[^"]*)"/.exec(text)![1]!;
  return new URL(link.replaceAll('&amp;', '&')).searchParams;
};
