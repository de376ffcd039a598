import type { TestApp } from './app';
import { Authenticator } from './authenticator';
import type { Browser } from './browser';

export interface Enrolled {
  readonly authenticator: Authenticator;
  readonly codes: string[];
}

/** Sets up a second factor on the pages, for the user who is signed in. */
export async function enrol(app: TestApp, browser: Browser): Promise<Enrolled> {
  const { text } = await browser.submit('/accounts/mfa/', {}, '/accounts/mfa/activate/');
  const authenticator = Authenticator.fromPage(app, text);
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]*)"/.exec(text)![1]!;
  const { status, text: page } = await browser.post('/accounts/mfa/confirm/', {
    csrfmiddlewaretoken,
    code: authenticator.codeAt(0),
  });
  if (status !== 200) throw new Error(`The code was refused: ${page}`);
  return { authenticator, codes: recoveryCodesOn(page) };
}

export function recoveryCodesOn(page: string): string[] {
  return /id="recovery-codes">([^<]+)</.exec(page)![1]!.trim().split('&#10;');
}
