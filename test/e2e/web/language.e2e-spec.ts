import { PASSWORD, startApp, type TestApp } from '../../support/app';
import french from '../../../src/language/fr.json';
import { Browser } from '../../support/browser';
import { makeSamplePages, type SamplePages } from './sample-pages';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('ann');
});
afterAll(() => app.stop());

const SIGN_IN = '/accounts/login/';

async function titleIn(acceptLanguage: string): Promise<string> {
  const { text } = await new Browser(app).get(SIGN_IN).set('Accept-Language', acceptLanguage).expect(200);
  const [, language, title] = /<html\s+lang="(\w+)"[^]*?<h1>(.*?)<\/h1>/.exec(text)!;
  return `${language!} ${title!}`;
}

it.each([
  ['fr-CA,fr;q=0.9,en;q=0.5', 'fr Se connecter'],
  ['es', 'es Iniciar sesión'],
  ['pt-BR', 'pt Entrar'],
  ['ar', 'ar تسجيل الدخول'],
  ['de, sw', 'en Sign in'],
  ['', 'en Sign in'],
])('follows the browser: %s', async (accepted, title) => {
  expect(await titleIn(accepted)).toBe(title);
});

it('turns the page in Arabic', async () => {
  const { text } = await new Browser(app).get(SIGN_IN).set('Accept-Language', 'ar').expect(200);
  expect(text).toMatch(/<html[^>]* dir="rtl"/);
});

it('keeps the choice of an anonymous browser, and comes back to the page', async () => {
  const visitor = new Browser(app);
  const { headers } = await visitor.submit(
    `${SIGN_IN}?next=/library/`,
    { language: 'es' },
    '/accounts/language/',
  );
  expect(headers['location']).toBe(`${SIGN_IN}?next=/library/`);
  const { text } = await visitor.get(SIGN_IN).set('Accept-Language', 'fr').expect(200);
  expect(text).toContain('<h1>Iniciar sesión</h1>');
});

it('keeps the choice of an account in each of its browsers', async () => {
  const [one, other] = [new Browser(app), new Browser(app)];
  for (const browser of [one, other]) await browser.signIn('ann', PASSWORD);
  await one.submit('/projects/', { language: 'fr' }, '/accounts/language/');
  for (const browser of [one, other]) {
    const { text } = await browser.get('/projects/').expect(200);
    expect(text).toContain('Déconnecter ann');
  }
  const { body } = await app.as('ann').get('/me/').expect(200);
  expect(body).toMatchObject({ extra_details: { language: 'fr' } });
});

it.each(['xx', ''])('refuses the language %j', async (language) => {
  const browser = new Browser(app);
  await browser.signIn('ann', PASSWORD);
  const { status } = await browser.submit('/projects/', { language }, '/accounts/language/');
  expect(status).toBe(400);
});

it('never leads to another host', async () => {
  const fields = { language: 'en', next: 'https://evil.example/' };
  const { headers } = await new Browser(app).submit(SIGN_IN, fields, '/accounts/language/');
  expect(headers['location']).toBe('/');
});

/** Routes whose pages show the API or data as they are, or are not translated yet. */
const ENGLISH_ROUTES =
  /^\/api\/|^\/projects\/:uid(\/(data.*|downloads|form|gallery|map|reports))?$|^\/(collector|web-forms)\//;

/** What a person reads of a page, without the names and values that people entered. */
function textOf(page: string): string {
  return page
    .replace(/<head>[^]*?<\/head>|<(script|pre|code|bdi|datalist)\b[^]*?<\/\1>/g, ' ')
    .replace(/<select[^>]*\sname="question-[^]*?<\/select>/g, ' ')
    .replace(/<(\w+)[^>]*\sdir="auto"[^>]*>[^]*?<\/\1>/g, ' ')
    .replace(/<[^>]*\s(?:aria-label|title|placeholder)="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** Parts of English messages that are no French, of three words or more. */
const ENGLISH_PARTS = Object.entries(french)
  .filter(([message]) => !message.includes('plural'))
  .flatMap(([message, translation]) =>
    message
      .split(/\{\w+\}|<\/?\w+>/)
      .map((part) => part.trim())
      .filter((part) => part.split(' ').length > 2 && !translation.includes(part)),
  );

/** Words of every English sentence that French does not have. */
const ENGLISH_WORDS = /\b(the|this|that|your|you|with|which|from|of|and|is|are|was|to|by|no)\b/i;

describe('the pages in French', () => {
  let sampled: TestApp;
  let samples: SamplePages;

  beforeAll(async () => {
    sampled = await startApp();
    samples = await makeSamplePages(sampled);
  });
  afterAll(() => sampled.stop());

  it.each(['anonymous', 'owner'] as const)('have no English sentence for %s', async (viewer) => {
    const browser = new Browser(sampled);
    if (viewer === 'owner') await browser.signIn(viewer, PASSWORD);
    const english: string[] = [];
    const translated = samples.pages.filter(
      (page) => page.viewer === viewer && !ENGLISH_ROUTES.test(page.route),
    );
    for (const { route, path } of translated) {
      const { text } = await browser.get(path).set('Accept-Language', 'fr').set('Accept', 'text/html');
      const shown = textOf(text);
      const found = ENGLISH_PARTS.filter((part) => shown.includes(part));
      const [word] = ENGLISH_WORDS.exec(shown) ?? [];
      if (!text.includes('lang="fr"')) found.push('lang');
      if (word !== undefined)
        found.push(shown.slice(Math.max(0, shown.search(ENGLISH_WORDS) - 40)).slice(0, 80));
      english.push(...found.map((part) => `${route}: ${part}`));
    }
    expect(translated.length).toBeGreaterThan(viewer === 'owner' ? 30 : 3);
    expect(english).toEqual([]);
  });

  it('have the XForm of a form in French', async () => {
    const browser = new Browser(sampled);
    await browser.signIn('owner', PASSWORD);
    const { path } = samples.pages.find(({ route }) => /^\/api\/v2\/assets\/.*\/xform$/.test(route))!;
    const { text } = await browser.get(path).set('Accept-Language', 'fr').expect(200);
    for (const part of ['Projets', 'Formulaire', 'tel que le chargent', 'Télécharger en XForm', 'Copier'])
      expect(text).toContain(part);
  });
});
