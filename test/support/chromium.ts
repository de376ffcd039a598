import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
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
    process.env['CHROMIUM_PATH'] || INSTALLED.find((path) => existsSync(path)) || (await unpacked());
  // As root Chromium runs without its sandbox or not at all; the pages are ours.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, headless: true, args });
}

/**
 * The browser of the packages unpacks itself into the temporary folder, where another user's copy may stand in the way:
 * it is given a folder of this checkout and user instead.
 */
async function unpacked(): Promise<string> {
  const folder = resolve(__dirname, '../../.cache', `chromium-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await packaged.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}
