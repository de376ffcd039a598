import type { Browser as Chromium } from 'playwright-core';
import { makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { launchChromium } from '../../support/chromium';
import { signInPage } from '../../support/sign-in-page';

let app: TestApp;
let chromium: Chromium;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
  chromium = await launchChromium();
});
afterAll(async () => {
  await chromium.close();
  await app.stop();
});

/** A project with a submission at each of these times. */
async function projectOf(times: readonly string[]): Promise<string> {
  const { uid } = await makeDeployedAsset(app);
  for (const [index, time] of times.entries()) {
    const root = await submit(app, uid, { answers: `<person><name>Number ${index}</name></person>` });
    await app.rows(`UPDATE submission SET date_submitted = '${time}' WHERE root_uuid::text = '${root}'`);
  }
  return uid;
}

/** A browser whose script has said its time zone. */
async function inZone(zone: string): Promise<Browser> {
  const browser = await Browser.signedIn(app, 'owner');
  browser.cookies.set('time_zone', encodeURIComponent(zone));
  return browser;
}

const shown = (text: string): string => text.replace(/\s+/g, ' ');

/** Days of the report with their submissions. */
async function daysOf(uid: string, zone: string): Promise<string[]> {
  const { text } = await (await inZone(zone)).get(`/projects/${uid}/reports/`).expect(200);
  const [, table] = /<caption[^>]*>\s*Submissions by day\s*<\/caption>([^]*?)<\/table>/.exec(text)!;
  expect(shown(text)).toContain(`Days are in the time zone ${zone}.`);
  return [...table!.matchAll(/<tr>\s*<t[hd][^>]*>([^<]*)<\/t[hd]>\s*<td[^>]*>([^<]*)<\/td>/g)].map(
    ([, day, count]) => `${day!.trim()}: ${count!.trim()}`,
  );
}

describe('days of the charts', () => {
  it.each([
    // Half past eleven in the evening in Kathmandu is a quarter to six in the afternoon in UTC.
    ['Asia/Kathmandu', '2026-03-01T17:45:00Z', '1 Mar 2026'],
    ['Asia/Kathmandu', '2026-03-01T18:15:00Z', '2 Mar 2026'],
    ['America/Los_Angeles', '2026-03-02T07:30:00Z', '1 Mar 2026'],
    ['America/Los_Angeles', '2026-03-02T08:00:00Z', '2 Mar 2026'],
    ['UTC', '2026-03-01T23:30:00Z', '1 Mar 2026'],
  ])('are those of %s: %s counts on %s', async (zone, time, day) => {
    expect(await daysOf(await projectOf([time]), zone)).toEqual([`${day}: 1`]);
  });

  it('follow the change of the clocks: a day of 23 hours and one of 25', async () => {
    const short = [
      '2026-03-28T22:59:00Z',
      '2026-03-28T23:00:00Z',
      '2026-03-29T21:59:00Z',
      '2026-03-29T22:00:00Z',
    ];
    const long = [
      '2026-10-24T21:59:00Z',
      '2026-10-24T22:00:00Z',
      '2026-10-25T22:59:00Z',
      '2026-10-25T23:00:00Z',
    ];
    expect(await daysOf(await projectOf(short), 'Europe/Paris')).toEqual([
      '28 Mar 2026: 1',
      '29 Mar 2026: 2',
      '30 Mar 2026: 1',
    ]);
    expect(await daysOf(await projectOf(long), 'Europe/Paris')).toEqual([
      '24 Oct 2026: 1',
      '25 Oct 2026: 2',
      '26 Oct 2026: 1',
    ]);
  });

  it('decide in the summary what arrived today', async () => {
    const now = new Date();
    const uid = await projectOf([now.toISOString()]);
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { text } = await (await inZone(zone)).get(`/projects/${uid}/`).expect(200);
      expect(text).toMatch(/<dt>Today<\/dt>\s*<dd>1<\/dd>/);
      expect(shown(text)).toContain(`by day in the time zone ${zone}.`);
      const day = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        day: 'numeric',
        month: 'short',
        year: 'numeric',
      });
      expect(text).toContain(`<title>${day.format(now)}: 1</title>`);
    }
  });

  it('are in UTC for a browser that says no zone, or one that does not exist', async () => {
    const uid = await projectOf(['2026-03-01T23:30:00Z']);
    for (const zone of ['', 'Mars/Olympus', `x'; DROP TABLE submission; --`]) {
      const { text } = await (await inZone(zone)).get(`/projects/${uid}/reports/`).expect(200);
      expect(shown(text)).toContain('Days are in the time zone UTC.');
    }
  });
});

describe('the filter of the table by the day of submission', () => {
  it.each([
    [
      'Asia/Kathmandu',
      ['2026-02-28T18:14:59Z', '2026-02-28T18:15:00Z', '2026-03-01T18:14:59Z', '2026-03-01T18:15:00Z'],
    ],
    [
      'America/Los_Angeles',
      ['2026-03-01T07:59:59Z', '2026-03-01T08:00:00Z', '2026-03-02T07:59:59Z', '2026-03-02T08:00:00Z'],
    ],
    ['UTC', ['2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z']],
  ])('takes the day of %s', async (zone, times) => {
    const uid = await projectOf(times);
    const day = 'from._submission_time=2026-03-01&to._submission_time=2026-03-01';
    const { text } = await (await inZone(zone)).get(`/projects/${uid}/data/?${day}`).expect(200);
    const found = times.flatMap((_, index) => (text.includes(`Number ${index}`) ? [index] : []));
    expect(found).toEqual([1, 2]);
  });

  it('changes the same submissions as it shows', async () => {
    const uid = await projectOf(['2026-03-01T18:15:00Z', '2026-03-01T12:00:00Z']);
    const browser = await inZone('Asia/Kathmandu');
    const view = 'from._submission_time=2026-03-02';
    const csrfmiddlewaretoken = await browser.csrfToken();
    const sent = { csrfmiddlewaretoken, target: 'all', view, status: 'validation_status_approved' };
    const { text } = await browser.post(`/projects/${uid}/data/status/`, sent).expect(200);
    expect(shown(text)).toContain('1 submission');
  });
});

it('is said by the browser: the first page of a project is counted again in its days', async () => {
  const uid = await projectOf(['2026-03-01T18:15:00Z']);
  const context = await chromium.newContext({ timezoneId: 'Asia/Kathmandu' });
  const page = await context.newPage();
  await signInPage(page, app);
  await page.goto(`${app.origin}/projects/${uid}/reports/`);
  expect(await page.innerText('main')).toContain('Days are in the time zone Asia/');
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'time_zone');
  expect(cookie).toMatchObject({ sameSite: 'Lax', path: '/' });
  await context.clearCookies({ name: 'time_zone' });
  await page.goto(`${app.origin}/projects/${uid}/reports/`);
  await page.getByText('Days are in the time zone Asia/').waitFor();
  await context.close();
});
