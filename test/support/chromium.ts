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

/** Launches headless Chromium: from CHROMIUM_PATH, an installed one, or the bundled package. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumExecutable(),
    headless: true,
    args: [...chromiumArguments()],
  });
}

export function chromiumExecutable(): string {
  return process.env['CHROMIUM_PATH'] || INSTALLED.find((path) => existsSync(path)) || unpacked();
}

/** Chromium refuses its sandbox as root; tests open own pages only. */
export function chromiumArguments(): readonly string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/**
 * Unpacks below .cache: another user's copy may be in /tmp. TMPDIR is read at start, hence a child process.
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
