import { grant, grantPartially, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser } from '../../support/browser';
import { countQueries } from '../../support/query-count';
import { waitForNotifications } from '../../support/wait-for-notifications';

/** Session, project and permissions, offers, form, count, page and its rows. */
const MAX_STATEMENTS = 14;

const HOSTILE = '<img src=x onerror=alert(1)>"&\u202eevil';

const SURVEY = {
  translations: ['English (en)', 'Français (fr)'],
  translated: ['label'],
  survey: [
    { type: 'start', name: 'start' },
    { type: 'begin_group', name: 'person', label: ['Person', 'Personne'] },
    { type: 'text', name: 'name', label: [HOSTILE, 'Nom'] },
    { type: 'integer', name: 'age', label: ['Age', 'Âge'] },
    { type: 'end_group' },
    { type: 'select_one water', name: 'source', label: ['Source', 'Source'] },
    { type: 'select_multiple water', name: 'all', label: ['All sources', 'Toutes'] },
    { type: 'date', name: 'day', label: ['Day', 'Jour'] },
    { type: 'geopoint', name: 'place', label: ['Place', 'Lieu'] },
    { type: 'image', name: 'photo', label: ['Photo', 'Photo'] },
    { type: 'begin_repeat', name: 'child', label: ['Child', 'Enfant'] },
    { type: 'text', name: 'first_name', label: ['First name', 'Prénom'] },
    { type: 'end_repeat' },
  ],
  choices: [
    { list_name: 'water', name: 'tap', label: ['Tap', 'Robinet'] },
    { list_name: 'water', name: 'well', label: [HOSTILE, 'Puits'] },
  ],
};

const FILE = { name: `${HOSTILE.replaceAll('/', '')}.jpg`, content: 'jpeg' };

let app: TestApp;
let uid: string;

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'partial', 'viewer', 'stranger']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: SURVEY }));
  const rows: [age: number, source: string, day: string, by: string, start: string][] = [
    [9, 'tap', '2026-03-01', 'owner', '2026-03-01T10:00:00.000+00:00'],
    [30, 'well', '2026-03-02', 'granted', '2026-03-01T11:00:00.000+03:00'],
    [41, 'well', '2026-03-31', 'granted', '2026-03-01T09:00:00.000-07:00'],
  ];
  await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
  for (const [age, source, day, by, start] of rows) {
    await submit(app, uid, {
      by,
      answers:
        `<start>${start}</start><person><name>Asha ${age}% &lt;b&gt;</name><age>${age}</age></person><source>${source}</source>` +
        `<all>tap ${source}</all><day>${day}</day><place>-1.2864 36.8172 0 0</place>` +
        `<child><first_name>A${age}</first_name></child><child><first_name>B${age}</first_name></child>`,
    });
  }
  await submit(app, uid, { answers: `<photo>${escape(FILE.name)}</photo>`, files: [FILE] });
  await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
  await grant(app, uid, 'viewer', ['view_asset']);
});
afterAll(() => app.stop());

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

async function signedIn(username: string, at = app): Promise<Browser> {
  const browser = new Browser(at);
  await browser.signIn(username, PASSWORD);
  return browser;
}

async function table(query = '', username = 'owner'): Promise<string> {
  const { text } = await (await signedIn(username)).get(`/projects/${uid}/data/${query}`).expect(200);
  return text;
}

/** Ages in the order of the rows. */
const agesOf = (page: string): number[] => [...page.matchAll(/Asha (\d+)%/g)].map(([, age]) => Number(age));

describe('the table of submissions', () => {
  it('sends as many statements for many rows as for few', async () => {
    const { uid: long } = await makeDeployedAsset(app, { name: 'Long', content: SURVEY });
    for (let index = 0; index < 100; index += 1) await submit(app, long, { answers: '<source>tap</source>' });
    const browser = await signedIn('owner', app.inProcess);
    await waitForNotifications(app);
    const show = (query: string) => async () => {
      await browser.get(`/projects/${long}/data/?${query}`).expect(200);
    };
    // The fewest of five: background work may invalidate the caches of project and permissions in between.
    const statements = async (query: string) => {
      const counts: number[] = [];
      while (counts.length < 5) counts.push(await countQueries(app, show(query)));
      return Math.min(...counts);
    };
    const few = await statements('rows=25');
    expect(await statements('rows=100')).toBe(few);
    expect(await statements('rows=100&sort=-person/age&is.source=tap')).toBe(few);
    expect(few).toBeLessThanOrEqual(MAX_STATEMENTS);
  });

  it('keeps the chosen columns for the person and project', async () => {
    const browser = await signedIn('owner');
    const path = `/projects/${uid}/data/`;
    const columns = async (query = '', by = browser): Promise<string | undefined> =>
      /Columns \((\d+) of/.exec((await by.get(path + query).expect(200)).text)?.[1];
    const all = await columns();
    expect(await columns('?c=person/age&c=source')).toBe('2');
    expect(await columns()).toBe('2');
    expect(await columns('', await signedIn('granted'))).toBe(all);
    const { text } = await browser.get(path);
    const keys = [...text.matchAll(/name="c" value="([^"]*)"/g)].map(([, key]) => `c=${key!}`);
    expect(await columns(`?${keys.join('&')}`)).toBe(all);
    expect(await columns()).toBe(all);
  });

  it('shows labels, groups, answers and repetitions', async () => {
    const page = await table();
    expect(agesOf(page)).toEqual([41, 30, 9]);
    expect(page).toMatch(/<th scope="colgroup" colspan="2" dir="auto">\s*Person\s*<\/th>/);
    expect(page).toMatch(/<td>\s*Tap\s*<\/td>/);
    expect(page).toMatch(/Tap, &lt;img/);
    expect(page).toContain('-1.28640, 36.81720');
    expect(page).toMatch(/<summary>\s*2\s*<\/summary>[\s\S]*?A41[\s\S]*?B41/);
    expect(page).toContain('aria-current="page"');
  });

  it('shows hostile labels, answers and file names as text', async () => {
    const page = await table();
    expect(page).not.toMatch(/<img src=x|<b>/);
    expect(page).toContain('&lt;b&gt;');
    expect(page).toMatch(
      /class="file"[^>]*>[\s\S]*?small\/"[\s\S]*?&lt;img src=x onerror=alert\(1\)&gt;&quot;&amp;/,
    );
  });

  it('shows names, or labels of another language', async () => {
    expect(await table('?lang=_names')).toMatch(/<td>\s*tap well\s*<\/td>/);
    const french = await table('?lang=Fran%C3%A7ais+%28fr%29');
    expect(french).toMatch(/<td>\s*Robinet, Puits\s*<\/td>/);
    expect(french).toContain('Personne');
  });

  it('shows the chosen columns, and keeps them in its links', async () => {
    const page = await table('?c=person/age&c=source&c=unknown&sort=person/age');
    expect(page).not.toMatch(/<th scope="col"[^>]*>\s*<a[^>]*>\s*<bdi>Day/);
    expect(page).toContain('?c=person%2Fage&amp;c=source&amp;sort=-person%2Fage');
  });

  it.each([
    ['sort=day', [9, 30, 41]],
    ['sort=-day', [41, 30, 9]],
    ['sort=person/age', [9, 30, 41]],
    ['sort=-person/age', [41, 30, 9]],
    ['sort=start', [30, 9, 41]],
    ['sort=-start', [41, 9, 30]],
    ['sort=unknown', [41, 30, 9]],
    ['has.person/name=ASHA+3', [30]],
    ['has.person/name=%25', [41, 30, 9]],
    ['has.person/name=%3Cb%3E', [41, 30, 9]],
    ['has.person/name=(.*)', []],
    ['from.person/age=10', [41, 30]],
    ['from.person/age=10&to.person/age=40', [30]],
    ['from.person/age=x', [41, 30, 9]],
    ['is.source=well', [41, 30]],
    ['is.all=well', [41, 30]],
    ['is.all=tap', [41, 30, 9]],
    ['is.all=ta', []],
    ['from.day=2026-03-02&to.day=2026-03-31', [41, 30]],
    ['to.day=2026-03-01', [9]],
    ['from.day=2026-99-99', [41, 30, 9]],
    ['is.photo=-', [41, 30, 9]],
    ['is.photo=%2B', []],
    ['is.child=%2B', [41, 30, 9]],
    ['has._submitted_by=grant', [41, 30]],
    ['is._validation_status=-', [41, 30, 9]],
    ['is._validation_status=validation_status_approved', []],
    ['from._submission_time=2020-01-01', [41, 30, 9]],
    ['to._submission_time=2020-01-01', []],
    ['is.unknown=1&is.__proto__=1&has.=x', [41, 30, 9]],
  ])('filters and sorts by %s', async (query, ages) => {
    expect(agesOf(await table(`?${query}`))).toEqual(ages);
  });

  it.each(['has.person/name=%00', 'has.person/name=%ED%A0%80', 'c=%00', 'sort=%00', 'rows=-1&start=x'])(
    'ignores or refuses %s',
    async (query) => {
      const browser = await signedIn('owner');
      const { status } = await browser.get(`/projects/${uid}/data/?${query}`);
      expect([200, 400]).toContain(status);
    },
  );

  it('pages by cursor', async () => {
    const { uid: long } = await makeDeployedAsset(app, { name: 'Many' });
    for (let index = 0; index < 27; index += 1) await submit(app, long);
    const browser = await signedIn('owner');
    const idsOn = (page: string) =>
      [...page.matchAll(/data\/(\d+)\/\?rows=25"/g)].map(([, id]) => Number(id));
    const first = await browser.get(`/projects/${long}/data/?rows=25`).expect(200);
    expect(first.text).toMatch(/1 to 25 of\s+27/);
    const next = /<a href="([^"]*)" rel="next"/.exec(first.text)![1]!.replaceAll('&amp;', '&');
    expect(next).toContain('after=');
    const last = await browser.get(next).expect(200);
    expect([...idsOn(first.text), ...idsOn(last.text)]).toHaveLength(27);
    expect(last.text).toMatch(/26 to 27 of\s+27/);
    expect(last.text).not.toContain('rel="next"');
    expect(last.text).toMatch(/<a href="\/projects\/\w+\/data\/\?rows=25" rel="prev"/);
  });

  it('says how to go on if no submission matches, and offers to change none', async () => {
    const page = await table('?has.person/name=nobody');
    expect(page).toMatch(
      /No submission matches the filters[\s\S]*?<a href="\/projects\/\w+\/data\/">show all/,
    );
    expect(page).toContain('value="nobody"');
    expect(page).not.toContain('Set status');
  });

  it('explains a cursor of another order', async () => {
    const { text } = await (
      await signedIn('owner')
    )
      .get(`/projects/${uid}/data/?sort=day&after=12`)
      .expect(400);
    expect(text).toContain('cursor');
  });

  it('shows only rows within a partial permission', async () => {
    const page = await table('', 'partial');
    expect(agesOf(page)).toEqual([41, 30]);
    expect(page).toContain('2 submissions');
    expect(agesOf(await table('?has._submitted_by=owner', 'partial'))).toEqual([]);
  });

  it('is visible to the granted', async () => {
    expect(agesOf(await table('', 'granted'))).toEqual([41, 30, 9]);
  });

  it('is refused to who may only view the form, and has no tab there', async () => {
    const viewer = await signedIn('viewer');
    await viewer.get(`/projects/${uid}/data/`).expect(403);
    const { text } = await viewer.get(`/projects/${uid}/`).expect(200);
    expect(text).not.toContain(`/projects/${uid}/data/`);
  });

  it('is hidden from a stranger, and leads an anonymous visitor to sign in', async () => {
    await (await signedIn('stranger')).get(`/projects/${uid}/data/`).expect(404);
    await new Browser(app).get(`/projects/${uid}/data/`).expect(302);
  });

  it('is visible to anyone once its submissions are public', async () => {
    const { uid: open } = await makeDeployedAsset(app, { name: 'Public data' });
    await submit(app, open);
    await grant(app, open, ANONYMOUS, ['view_submissions']);
    const { text } = await new Browser(app).get(`/projects/${open}/data/`).expect(200);
    expect(text).toContain('1 submission');
  });

  it('says what to do before the first submission', async () => {
    const { uid: draft } = await makeAsset(app, { name: 'Draft' });
    const owner = await signedIn('owner');
    const undeployed = await owner.get(`/projects/${draft}/data/`).expect(200);
    expect(undeployed.text).toMatch(/Deploy the form[\s\S]*?href="\/projects\/\w+\/form\/"/);
    const { uid: empty } = await makeDeployedAsset(app, { name: 'Empty' });
    const deployed = await owner.get(`/projects/${empty}/data/`).expect(200);
    expect(deployed.text).toMatch(/No submissions yet[\s\S]*?href="\/projects\/\w+\/collect\/"/);
  });
});
