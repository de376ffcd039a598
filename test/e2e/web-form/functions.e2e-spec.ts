import type { Browser } from 'playwright-core';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { launchChromium } from '../../support/chromium';
import { FormVisit } from '../../support/form-browser';
import { GIVEN, JAVAROSA_VALUES } from '../../xform/javarosa-values';

/** Types and defaults of questions with what Collect stores. */
const MOMENTS = [
  ['time', '07:10', expect.stringMatching(/^07:10:00\.000\+0[12]:00$/)],
  ['date', '2020-1-5', '2020-01-05'],
  ['date', 'now()', expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
  ['dateTime', '2020-07-05', '2020-07-05T00:00:00.000+02:00'],
  ['dateTime', 'today()', expect.stringMatching(/T00:00:00\.000\+0[12]:00$/)],
] as const;
const CONTENT = {
  survey: [
    ...GIVEN.map(([type, name, value]) => ({ type, name, label: name, default: value })),
    { type: 'begin_repeat', name: 'loops', label: 'Loops', repeat_count: '3' },
    { type: 'calculate', name: 'each', calculation: "if(position(..) = 2, '', position(..) * 2.5)" },
    { type: 'end_repeat' },
    ...JAVAROSA_VALUES.map(([calculation], index) => ({ type: 'calculate', name: `c${index}`, calculation })),
  ],
  choices: [],
  settings: {},
};

describe('calculations of a form', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });

  /** Opens the form in Central Europe and sends it as it is. @returns the submission that is stored */
  async function sentUntouched(content: object): Promise<Record<string, unknown>> {
    const { uid } = await makeDeployedAsset(app, { content });
    await grant(app, uid, ANONYMOUS, ['add_submissions']);
    const visit = await FormVisit.start(app, browser, { timezoneId: 'Europe/Berlin' });
    await visit.openForm(`/web-forms/${uid}/`);
    await visit.sendUntouched();
    await visit.notice('Sent. Thank you!');
    await visit.close();
    const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    const { results } = body as { results: Record<string, unknown>[] };
    expect(results).toHaveLength(1);
    return results[0]!;
  }

  it('store what JavaRosa computes', async () => {
    const stored = await sentUntouched(CONTENT);
    const values = JAVAROSA_VALUES.map(([expression], index) => [expression, stored[`c${index}`] ?? '']);
    expect(values).toEqual(JAVAROSA_VALUES.map(([expression, value]) => [expression, value]));
  });

  it('store default dates and times in full', async () => {
    const survey = MOMENTS.map(([type, value], index) => ({
      type,
      name: `q${index}`,
      label: value,
      default: value,
    }));
    const stored = await sentUntouched({ survey, choices: [], settings: {} });
    expect(MOMENTS.map((_, index) => stored[`q${index}`])).toEqual(MOMENTS.map(([, , value]) => value));
  });

  it('never stand in the way of sending', async () => {
    const content = {
      survey: [
        { type: 'text', name: 'person', label: 'Who?' },
        { type: 'calculate', name: 'greeting', calculation: "if(${person} = '', '', 'Hi')", required: true },
        { type: 'calculate', name: 'length', calculation: 'string-length(${person})', constraint: '. > 5' },
      ],
      choices: [],
      settings: {},
    };
    await sentUntouched(content);
  });
});
