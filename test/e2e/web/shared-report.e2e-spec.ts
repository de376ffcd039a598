import type { Browser, BrowserContext, Page } from 'playwright-core';
import { workbook } from '../../factories/workbook.factory';
import { PASSWORD, startApp, type TestApp } from '../../support/app';
import { seriousFindings } from '../../support/axe';
import { launchChromium } from '../../support/chromium';

const MAX_CLICKS = 50;

const FORM = workbook({
  survey: [
    ['type', 'name', 'label::Français (fr)'],
    ['text', 'village', 'Quel village ?'],
    ['select_one eau', 'eau', 'Quelle eau buvez-vous ?'],
    ['integer', 'puits', 'Combien de puits ?'],
  ],
  choices: [
    ['list_name', 'name', 'label::Français (fr)'],
    ['eau', 'puits', 'Eau de puits'],
    ['eau', 'riviere', 'Eau de rivière'],
  ],
});

let app: TestApp;
let chromium: Browser;
let context: BrowserContext;
let page: Page;
let clicks: number;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('fatou');
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

async function open(): Promise<void> {
  context = await chromium.newContext({ locale: 'fr-FR', timezoneId: 'Africa/Dakar' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  clicks = 0;
}

async function click(name: string): Promise<void> {
  clicks += 1;
  const target = page
    .getByRole('link', { name, exact: true })
    .or(page.getByRole('button', { name, exact: true }));
  await target.first().click();
  await page.waitForLoadState();
}

async function fill(label: string, text: string): Promise<void> {
  clicks += 1;
  await page.getByRole('main').getByLabel(label, { exact: true }).fill(text);
}

/** In French, accessible, and no wider than the window. */
async function check(): Promise<void> {
  expect(await page.getAttribute('html', 'lang')).toBe('fr');
  expect(await seriousFindings(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

async function sendForm(village: string, choice: string): Promise<void> {
  clicks += 4;
  await page.getByLabel('Quel village ?').fill(village);
  await page.getByText(choice, { exact: true }).click();
  await page.getByLabel('Combien de puits ?').pressSequentially('3');
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await page.locator('.result-dialog.done').waitFor();
}

it('goes from an empty account to a report in French that is shared by link, by clicks alone', async () => {
  await open();
  await page.goto(app.origin);
  await check();
  await fill('Nom d’utilisateur', 'fatou');
  await fill('Mot de passe', PASSWORD);
  clicks += 1;
  await page.getByRole('main').getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForLoadState();
  await check();

  await click('Nouveau projet');
  await check();
  clicks += 1;
  await page.setInputFiles('input[type=file]', { name: 'Puits.xlsx', mimeType: '', buffer: FORM });
  await click('Créer le projet');
  await page.waitForURL(/\/form\/\?done=created$/);
  await check();
  await click('Déployer');
  await check();

  await click('Collecter');
  await check();
  await click('Ouvrir le formulaire');
  await sendForm('Thiès', 'Eau de puits');
  await click('Remplir à nouveau');
  await sendForm('Louga', 'Eau de rivière');
  clicks += 1;
  await page.goBack();
  await page.waitForLoadState();
  await check();

  await click('Rapports');
  await check();
  clicks += 1;
  await page.getByText('Rapports enregistrés et partage').click();
  await fill('Enregistrer ce rapport sous', 'L’eau des villages');
  await click('Enregistrer');
  expect(await page.innerText('main')).toContain('Le rapport a été enregistré.');

  await click('Personnes');
  clicks += 1;
  await page.getByLabel('Voir toutes les soumissions et les télécharger').check();
  await click('Enregistrer l’accès public');
  await check();

  await click('Rapports');
  await click('L’eau des villages');
  await click('Copier le lien');
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  await context.close();
  const owned = clicks;

  await open();
  await page.goto(link);
  await check();
  const text = await page.innerText('main');
  expect(text).toContain('2 soumissions');
  expect(text).toContain('Quelle eau buvez-vous ?');
  expect(text).toContain('Eau de rivière');
  expect(text).not.toContain('Se connecter');
  expect(owned).toBeLessThan(MAX_CLICKS);
  await context.close();
});
