import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A headless Chromium: the one that CHROMIUM_PATH names, an installed one, or the one that comes with the packages. */
export function launchChromium(): Promise<Browser> {
  const executablePath =
    process.env['CHROMIUM_PATH'] || INSTALLED.find((path) => existsSync(path)) || unpacked();
  // As root Chromium runs without its sandbox or not at all; the pages are ours.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, headless: true, args });
}

/**
 * The browser of the packages unpacks itself into the temporary folder, where another user's copy may stand in the way:
 * it is given a folder of this checkout and user instead, in a process of its own, for only there does TMPDIR count.
 */
function unpacked(): string {
  const checkout = resolve(__dirname, '../..');
  const folder = join(checkout, '.cache', `chromium-${process.getuid?.() ?? 0}`);
  mkdirSync(folder, { recursive: true });
  const program = `import('@sparticuz/chromium').then(({ default: it }) => it.executablePath()).then(console.log)`;
  return execFileSync(process.execPath, ['--eval', program], {
    cwd: checkout,
    env: { ...process.env, TMPDIR: folder },
    encoding: 'utf8',
  }).trim();
}
