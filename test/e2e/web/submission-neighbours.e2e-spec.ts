import { InvalidError } from '../../../src/domain/errors';
import { SubmissionReadRepository } from '../../../src/modules/submission/read/submission-read.repository';
import { grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, PASSWORD, startApp, type TestApp } from '../../support/app';
import { Browser, formsOf } from '../../support/browser';
import { textsDuring } from '../../support/statement-tap';

/** In the order in which they are sent. */
const ROWS: readonly (readonly [age: number | undefined, by: string])[] = [
  [30, 'owner'],
  [9, 'granted'],
  [undefined, 'owner'],
  [41, 'granted'],
  [30, 'granted'],
];

let app: TestApp;
let uid: string;
/** Ids of the rows, in the same order. */
let ids: readonly number[];

beforeAll(async () => {
  app = await startApp();
  for (const name of ['owner', 'granted', 'partial', 'stranger']) await app.addUser(name);
  ({ uid } = await makeDeployedAsset(app, { name: 'Wells' }));
  await grant(app, uid, 'granted', ['view_submissions', 'add_submissions']);
  await grantPartially(app, uid, 'partial', { view_submissions: [{ _submitted_by: 'granted' }] });
  for (const [age, by] of ROWS) {
    const answers = `<person><name>Asha &amp; co</name>${age === undefined ? '' : `<age>${age}</age>`}</person>`;
    await submit(app, uid, { by, answers });
  }
  const { body } = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
  ids = (body as { results: { _id: number }[] }).results.map(({ _id }) => _id);
});
afterAll(() => app.stop());

const signedIn = (username: string) => Browser.signedIn(app, username);

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');

function linkOf(page: string, rel: 'prev' | 'next'): string | undefined {
  const found = new RegExp(`<a href="([^"]*)" rel="${rel}"`).exec(page)?.[1];
  return found === undefined ? undefined : unescaped(found);
}

/** Links of the rows of a table. */
const rowLinks = (page: string): string[] =>
  [...page.matchAll(/<a href="([^"]*\/data\/\d+\/[^"]*)">\d+<\/a>/g)].map(([, path]) => unescaped(path!));

/** Rows that a person opens who goes from the first row of the table to the last, and back. */
async function walk(browser: Browser, query: string): Promise<{ there: number[]; back: number[] }> {
  const table = await browser.get(`/projects/${uid}/data/${query}`).expect(200);
  const rowOf = (path: string): number => ids.indexOf(Number(/\/data\/(\d+)\//.exec(path)![1]));
  const follow = async (first: string, rel: 'prev' | 'next'): Promise<string[]> => {
    const paths = [first];
    for (let path: string | undefined = first; path !== undefined && paths.length < 10;) {
      path = linkOf((await browser.get(path).expect(200)).text, rel);
      if (path !== undefined) paths.push(path);
    }
    return paths;
  };
  const there = await follow(rowLinks(table.text)[0]!, 'next');
  const back = await follow(there.at(-1)!, 'prev');
  return { there: there.map(rowOf), back: back.map(rowOf) };
}

describe('the way from one submission to the next', () => {
  it.each([
    ['', [4, 3, 2, 1, 0]],
    ['?sort=person/age', [2, 1, 0, 4, 3]],
    ['?sort=-person/age', [3, 0, 4, 1, 2]],
    ['?sort=_submitted_by', [1, 3, 4, 0, 2]],
    ['?has._submitted_by=granted', [4, 3, 1]],
    ['?from.person/age=20&sort=person/age', [0, 4, 3]],
    ['?from._submission_time=2020-01-01', [4, 3, 2, 1, 0]],
    ['?has.person/name=%26&c=person/age&rows=25', [4, 3, 2, 1, 0]],
  ])('keeps filters and order of the table %s', async (query, rows) => {
    const { there, back } = await walk(await signedIn('owner'), query);
    expect(there).toEqual(rows);
    expect(back).toEqual([...rows].reverse());
  });

  it('is the same for the granted, and within a partial permission for its holder', async () => {
    expect((await walk(await signedIn('granted'), '?sort=person/age')).there).toEqual([2, 1, 0, 4, 3]);
    const { there, back } = await walk(await signedIn('partial'), '');
    expect(there).toEqual([4, 3, 1]);
    expect(back).toEqual([1, 3, 4]);
    expect((await walk(await signedIn('partial'), '?sort=-person/age')).there).toEqual([3, 4, 1]);
  });

  it('is hidden with the submission from strangers and anonymous visitors, and open where submissions are', async () => {
    const path = `/projects/${uid}/data/${ids[1]}/?sort=person/age`;
    const refused = await (await signedIn('stranger')).get(path).expect(404);
    expect(linkOf(refused.text, 'next')).toBeUndefined();
    await new Browser(app).get(path).expect(302);
    const { uid: open } = await makeDeployedAsset(app, { name: 'Public data' });
    for (let index = 0; index < 2; index += 1) await submit(app, open);
    await grant(app, open, ANONYMOUS, ['view_submissions']);
    const visitor = new Browser(app);
    const [newest] = rowLinks((await visitor.get(`/projects/${open}/data/`).expect(200)).text);
    const { text } = await visitor.get(newest!).expect(200);
    expect(linkOf(text, 'prev')).toBeUndefined();
    await visitor.get(linkOf(text, 'next')!).expect(200);
  });

  it('goes on from a submission that no longer matches the filter', async () => {
    const path = `/projects/${uid}/data/${ids[2]}/?has._submitted_by=granted&sort=-person/age`;
    const { text } = await (await signedIn('owner')).get(path).expect(200);
    expect(linkOf(text, 'prev')).toContain(`/data/${ids[1]}/?`);
    expect(linkOf(text, 'next')).toBeUndefined();
  });

  it('names its links, and leads back to the same table', async () => {
    const query = '?lang=_names&rows=25&has._submitted_by=granted&sort=-person%2Fage';
    const { text } = await (
      await signedIn('owner')
    )
      .get(`/projects/${uid}/data/${ids[4]}/${query}`)
      .expect(200);
    const read = text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    expect(read).toContain(`Filtered submissions Previous submission, ${ids[3]} Next submission, ${ids[1]}`);
    expect(unescaped(text)).toContain(`<a href="/projects/${uid}/data/${query}"`);
  });

  it('stays after the status was set, and leads to the filtered table after a deletion', async () => {
    const owner = await signedIn('owner');
    const query = '?has._submitted_by=owner';
    await submit(app, uid, { by: 'owner' });
    const [newest] = rowLinks((await owner.get(`/projects/${uid}/data/${query}`)).text);
    const { headers } = await owner.submit(
      newest!,
      { status: 'validation_status_on_hold' },
      `/projects/${uid}/data/status/confirmed/`,
    );
    expect(headers['location']!.startsWith(`${newest!}&done=status&`)).toBe(true);
    const asked = await owner.submit(newest!, {}, `/projects/${uid}/data/delete/`);
    const confirmed = formsOf(asked.text).find(({ action }) => action.endsWith('/confirmed/'))!;
    const removed = await owner.post(confirmed.action, confirmed.hidden).expect(303);
    expect(removed.headers['location']).toBe(`/projects/${uid}/data/${query}&done=deleted`);
  });

  it.each(['sort=unknown', 'after=12', 'sort=person/age&after=12&start=7', 'c=%00', 'has.unknown=x'])(
    'goes on without what the table does not know: %s',
    async (query) => {
      const browser = await signedIn('owner');
      const { text } = await browser.get(`/projects/${uid}/data/${ids[1]}/?${query}`).expect(200);
      expect(linkOf(text, 'next')).toContain(`/data/`);
    },
  );

  it('is found by one statement, and two if the table is sorted', async () => {
    const browser = new Browser(app.inProcess);
    await browser.signIn('owner', PASSWORD);
    const neighbourStatements = async (query: string): Promise<number> => {
      const texts = await textsDuring(async () => {
        await browser.get(`/projects/${uid}/data/${ids[1]}/${query}`).expect(200);
      });
      return texts.filter((text) => /AS previous|AS sorted FROM/.test(text)).length;
    };
    expect(await neighbourStatements('')).toBe(1);
    expect(await neighbourStatements('?has._submitted_by=granted')).toBe(1);
    expect(await neighbourStatements('?sort=person/age&has._submitted_by=granted')).toBe(2);
  });

  describe('if finding it takes too long', () => {
    const NOTICE = /<div class="caution" role="status">([^]*?)<\/div>/;
    let browser: Browser;

    beforeEach(async () => {
      browser = new Browser(app.inProcess);
      await browser.signIn('owner', PASSWORD);
      jest
        .spyOn(app.nest.get(SubmissionReadRepository), 'findNeighbours')
        .mockRejectedValueOnce(new InvalidError('The filter takes too long to evaluate.'));
    });

    it.each([
      [
        '?lang=_names&sort=person/age',
        'finding them in this order takes too long. Order by time, or filter the table.',
        '?lang=_names',
      ],
      [
        '?sort=person/age&has._submitted_by=granted',
        'finding them in this order takes too long. Order by time, or narrow the filters down.',
        '?has._submitted_by=granted',
      ],
      [
        '?has._submitted_by=granted',
        'finding them with these filters takes too long. Remove the filters, or filter by other columns.',
        '',
      ],
    ])('tells why, and links to a faster order or no filter: %s', async (query, expected, faster) => {
      const path = `/projects/${uid}/data/${ids[1]}/`;
      const { text } = await browser.get(path + query).expect(200);
      expect(linkOf(text, 'next')).toBeUndefined();
      const shown = NOTICE.exec(text)![1]!;
      expect(
        shown
          .replace(/<[^>]*>/g, '')
          .replace(/\s+/g, ' ')
          .trim(),
      ).toBe(`The previous and next submissions are not shown: ${expected}`);
      const link = unescaped(/href="([^"]*)"/.exec(shown)![1]!);
      expect(link).toBe(path + faster);
      const next = await browser.get(link).expect(200);
      expect(linkOf(next.text, 'prev')).toBeDefined();
      expect(next.text).not.toMatch(NOTICE);
    });
  });
});
