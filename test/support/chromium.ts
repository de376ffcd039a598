import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { devDependencies } from '../../package.json';

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

/** Unpacks below .cache: another user's copy may be in /tmp. Workers that do so at once take the first complete copy. */
function unpacked(): string {
  const checkout = resolve(__dirname, '../..');
  const folder = join(
    checkout,
    '.cache',
    `chromium-${process.getuid?.() ?? 0}-${devDependencies['@sparticuz/chromium']}`,
  );
  const executable = join(folder, 'chromium');
  if (existsSync(executable)) return executable;
  mkdirSync(join(checkout, '.cache'), { recursive: true });
  const copy = mkdtempSync(`${folder}-`);
  const program = `import('@sparticuz/chromium').then(({ default: it }) => it.executablePath())`;
  // The package reads TMPDIR when it is loaded.
  const env = { ...process.env, TMPDIR: copy };
  execFileSync(process.execPath, ['--eval', program], { cwd: checkout, env });
  try {
    renameSync(copy, folder);
  } catch (error) {
    if (!existsSync(executable)) throw error;
    rmSync(copy, { recursive: true });
  }
  return executable;
}
