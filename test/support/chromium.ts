import { existsSync } from 'node:fs';
import packaged from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A headless Chromium: the one that CHROMIUM_PATH names, an installed one, or the one that comes with the packages. */
export async function launchChromium(): Promise<Browser> {
  const executablePath =
    process.env['CHROMIUM_PATH'] ||
    INSTALLED.find((path) => existsSync(path)) ||
    (await packaged.executablePath());
  // As root Chromium runs without its sandbox or not at all; the pages are ours.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, headless: true, args });
}
