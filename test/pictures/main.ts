import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { demo } from '../../src/cli/demo/demo';
import { launchChromium } from '../support/chromium';
import { ServiceProcess } from '../support/service-process';

const FOLDER = resolve(__dirname, '../../docs/pictures');
const PASSWORD = 'picture-password';
const MAX_BYTES = 150_000;

/** Pages below a project, by the name of the picture. */
const PAGES = {
  summary: '',
  collect: 'collect/',
  table:
    'data/?sort=-respondent%2Fage&c=respondent%2Ffull_name&c=respondent%2Fage&c=dwelling%2Fwater_source&c=location&c=member',
  map: 'map/?colour=dwelling%2Fwater_source',
} as const;

/** `npm run pictures` draws the pictures of the README from the demo, with a database of its own. */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-pictures-'));
  // `--past` opens the database of the service.
  process.env['DATA_DIR'] = dataDir;
  delete process.env['DATABASE_URL'];
  const service = await ServiceProcess.start({ DATA_DIR: dataDir, SUPERUSER_PASSWORD: PASSWORD });
  const browser = await launchChromium();
  try {
    await demo(['--url', service.origin, '--password', PASSWORD, '--past']);
    mkdirSync(FOLDER, { recursive: true });
    await drawPages(browser, service.origin);
  } finally {
    await browser.close();
    service.signal('SIGTERM');
    await service.waitForExit();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function drawPages(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${origin}/accounts/login/`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.goto(`${origin}/projects/`);
  await page.locator('a.name').first().click();
  const project = page.url();
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(project + path, { waitUntil: 'networkidle' });
    await draw(page, name);
  }
  await page.getByRole('link', { name: 'Reports' }).click();
  await draw(page, 'report');
  await page.goto(`${project}collect/`);
  const form = await page.locator('a[href*="/web-forms/"]').first().getAttribute('href');
  await page.setViewportSize({ width: 600, height: 800 });
  await page.goto(new URL(form!, origin).href, { waitUntil: 'networkidle' });
  await page.getByText('Yes', { exact: true }).first().click();
  await draw(page, 'web-form');
}

async function draw(page: Page, name: string): Promise<void> {
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(join(FOLDER, `${name}.webp`));
  if (size > MAX_BYTES) throw new Error(`${name}.webp has ${size} bytes, more than ${MAX_BYTES}.`);
  process.stdout.write(`${name}.webp ${size}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
