import type { Page } from 'playwright-core';
import { PASSWORD, type TestApp } from './app';

/** Fills in the sign-in page, which leads to another. */
export async function signInPage(
  page: Page,
  { origin }: TestApp,
  { username = 'owner', next = '/projects/' } = {},
): Promise<void> {
  await page.goto(`${origin}/accounts/login/?next=${next}`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/accounts/login/');
}
