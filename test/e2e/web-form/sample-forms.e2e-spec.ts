import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { grant, makeAsset } from '../../factories/asset.factory';
import { submission } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';
import { testSeed } from '../../fixtures/random';
import { fillInWebForms } from '../../xform/fill-in-web-forms';

interface SampleForm {
  readonly id: string;
  readonly title: string;
  readonly content: object;
}

const SAMPLES = readFileSync(join(__dirname, '../../fixtures/sample-forms/forms.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as SampleForm);

/** Forms that cannot be filled in here, with the reason as the service or the engine gives it. */
const SKIPPED: Readonly<Record<string, RegExp>> = {};

describe('the sample forms', () => {
  let app: TestApp;
  let browser: Browser;
  /** Uids of the deployed ones, by id. */
  const deployed = new Map<string, string>();
  const refused = new Map<string, string>();

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    for (const { id, title, content } of SAMPLES) {
      const { uid } = await makeAsset(app, { name: title, content });
      const { status, text } = await app
        .as('owner')
        .post(`/api/v2/assets/${uid}/deployment/`)
        .send({ active: true });
      if (status !== 201) refused.set(id, text);
      else {
        deployed.set(id, uid);
        await grant(app, uid, ANONYMOUS, ['add_submissions']);
      }
    }
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  it('are deployed, except those of the table', () => {
    expect(SAMPLES).toHaveLength(37);
    for (const [id, text] of refused)
      expect([id, text]).toEqual([id, expect.stringMatching(SKIPPED[id] ?? /$^/)]);
  });

  it('are filled in at random by the engine, and stored as sent', async () => {
    const forms = await Promise.all(
      [...deployed].map(async ([name, uid]) => ({
        name,
        xml: (await app.as('owner').get(`/forms/${uid}/form.xml`).expect(200)).text,
        seed: testSeed(),
      })),
    );
    const filled = fillInWebForms(forms);
    expect(filled.map(({ name, error, invalid }) => ({ name, error, invalid }))).toEqual(
      forms.map(({ name }) => ({ name, error: null, invalid: [] })),
    );
    for (const { name, xml, files } of filled) {
      const sent = files.map((file) => ({ name: file.name, content: Buffer.from(file.base64, 'base64') }));
      await submission(app.as('owner'), xml, sent).expect(201);
      const uid = deployed.get(name)!;
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
      const [stored] = (body as { results: { _id: number; _attachments: object[] }[] }).results;
      const { text } = await app.as('owner').get(`/api/v2/assets/${uid}/data/${stored!._id}.xml`).expect(200);
      expect(answersOf(text)).toEqual(answersOf(xml));
      expect(stored!._attachments).toHaveLength(files.length);
    }
  });

  it('are opened in the browser with these answers, and sent as they were', async () => {
    const visit = await FormVisit.start(app, browser);
    await visit.signIn('owner');
    const unsent: Record<string, string> = {};
    const xmlOf = async (uid: string, id: number) =>
      (await app.as('owner').get(`/api/v2/assets/${uid}/data/${id}.xml`).expect(200)).text;
    for (const [id, uid] of deployed) {
      const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
      const [{ _id: submitted }] = (body as { results: [{ _id: number }] }).results;
      const before = await xmlOf(uid, submitted);
      await visit.open(`/web-forms/${uid}/edit/${submitted}/`);
      await visit.page.locator('.form-initialization-status.ready').waitFor({ state: 'attached' });
      await visit.sendUntouched();
      await visit.page.locator('.confirmation, .form-error-message, .result-dialog.error').first().waitFor();
      if ((await visit.page.locator('.confirmation').count()) === 0)
        unsent[id] = await visit.page.locator('main').innerText();
      expect([id, visit.errors]).toEqual([id, []]);
      expect([id, answeredIn(await xmlOf(uid, submitted))]).toEqual([id, answeredIn(before)]);
    }
    expect(unsent).toEqual({});
    await visit.close();
  });
});

/** Leaf elements with their texts, without what the service adds. */
function answersOf(xml: string): string[] {
  return [...xml.matchAll(/<([^\s/>]+)[^>]*>([^<]+)<\/\1>/g)].map(([, name, text]) => `${name}: ${text}`);
}

/** Without identity and what is computed anew. */
function answeredIn(xml: string): string[] {
  return answersOf(xml).filter(
    (answer) => !/^(orx:)?(instanceID|deprecatedID|rootUuid|end|now)\b/.test(answer),
  );
}
