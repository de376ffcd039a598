import { randomUUID } from 'node:crypto';
import { type AssetJson, grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const TOTAL = 53;

let app: TestApp;
let survey: AssetJson;
/** Root uuids in insertion order. */
const sent: string[] = [];
let ids: number[];

beforeAll(async () => {
  app = await startApp({ environment: { MAX_PAGE_SUBMISSIONS: '20' } });
  for (const username of ['owner', 'ann']) await app.addUser(username);
  survey = await makeDeployedAsset(app);
  await grant(app, survey.uid, 'ann', ['add_submissions']);
  for (let index = 0; index < TOTAL; index += 1) {
    const files = index % 7 === 3 ? [{ name: 'p.jpg', content: `photo ${index}` }] : [];
    sent.push(await submit(app, survey.uid, { by: index % 2 === 0 ? 'owner' : 'ann', files }));
  }
  ids = (await app.rows<{ id: number }>(`SELECT id::int FROM submission ORDER BY id`)).map(({ id }) => id);
});
afterAll(() => app.stop());

const owner = () => app.as('owner');
const data = (below = ''): string => `/api/v2/assets/${survey.uid}/data/${below}`;

interface Page {
  count: number;
  next: string | null;
  previous: string | null;
  results: ({ _id: number; _uuid: string } & Record<string, unknown>)[];
}

async function page(path: string): Promise<Page> {
  return (await owner().get(path).expect(200)).body as Page;
}

async function walk(path: string): Promise<{ ids: number[]; sizes: number[]; pages: Page[] }> {
  const pages: Page[] = [];
  for (let next: string | null = path; next !== null;) {
    const found: Page = await page(next);
    pages.push(found);
    if (found.next !== null) expect(new URL(found.next).origin).toBe(app.origin);
    next = found.next === null ? null : new URL(found.next).pathname + new URL(found.next).search;
    expect(pages.length).toBeLessThanOrEqual(TOTAL + 2);
  }
  return {
    pages,
    ids: pages.flatMap(({ results }) => results.map(({ _id }) => _id)),
    sizes: pages.map(({ results }) => results.length),
  };
}

describe('GET data/', () => {
  it('returns a submission with every field, by its wire names', async () => {
    const uuid = randomUUID();
    const made = await makeDeployedAsset(app);
    const answers =
      '<start>2026-03-01T09:12:00.000+01:00</start><person><name>Asha "A" &lt;b&gt; \\ ü</name><age>34</age></person>' +
      '<consent>yes</consent><place>-1.286389 36.817223 1795.0 4.5</place><photo/>' +
      '<child><first_name>Ben</first_name><portrait>b.jpg</portrait></child><child/><child><first_name>Eve</first_name></child>';
    await submission(
      owner(),
      instanceXml(made.uid, {
        uuid,
        answers,
        formUuid: made['deployment__uuid'] as string,
        version: made['version_id'] as string,
      }),
      [
        { name: 'b.jpg', content: 'x' },
        { name: 'log.csv', content: 'a;b', type: 'text/csv' },
      ],
    ).expect(201);
    const path = `/api/v2/assets/${made.uid}/data/`;
    const { body, headers } = await owner().get(path).expect(200);
    expect(headers['content-type']).toBe('application/json');
    const [only] = body.results;
    const attachments = `${app.origin}${path}${only._id}/attachments`;
    const folder = `owner/attachments/${made['deployment__uuid']}/${uuid}`;
    const [photo, log] = [
      /attachments\/(att\w{21})\//.exec(only._attachments[0].download_url as string)![1],
      only._attachments[1].uid,
    ];
    expect(body).toEqual({
      count: 1,
      next: null,
      previous: null,
      results: [
        {
          _id: expect.any(Number),
          'formhub/uuid': made['deployment__uuid'],
          start: '2026-03-01T09:12:00.000+01:00',
          'person/name': 'Asha "A" <b> \\ ü',
          'person/age': '34',
          consent: 'yes',
          place: '-1.286389 36.817223 1795.0 4.5',
          child: [{ 'child/first_name': 'Ben', 'child/portrait': 'b.jpg' }, { 'child/first_name': 'Eve' }],
          __version__: made['version_id'],
          'meta/instanceID': `uuid:${uuid}`,
          'meta/rootUuid': `uuid:${uuid}`,
          _xform_id_string: made.uid,
          _uuid: uuid,
          _attachments: [
            {
              download_url: `${attachments}/${photo}/`,
              download_large_url: `${attachments}/${photo}/large/`,
              download_medium_url: `${attachments}/${photo}/medium/`,
              download_small_url: `${attachments}/${photo}/small/`,
              mimetype: 'image/jpeg',
              filename: `${folder}/b.jpg`,
              media_file_basename: 'b.jpg',
              uid: photo,
              is_deleted: false,
              question_xpath: 'child[1]/portrait',
            },
            {
              download_url: `${attachments}/${log}/`,
              mimetype: 'text/csv',
              filename: `${folder}/log.csv`,
              media_file_basename: 'log.csv',
              uid: log,
              is_deleted: false,
              question_xpath: '',
            },
          ],
          _status: 'submitted_via_web',
          _geolocation: [-1.286389, 36.817223],
          _submission_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
          _validation_status: {},
          _submitted_by: 'owner',
          _date_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}000Z$/),
        },
      ],
    });
    expect((await owner().get(`${path}${uuid}/`)).body).toEqual(only);
  });

  it('returns every submission once, the oldest first', async () => {
    const { ids: found, sizes, pages } = await walk(data());
    expect(found).toEqual(ids);
    expect(sizes).toEqual([20, 20, 13]);
    expect(pages.every(({ count }) => count === TOTAL)).toBe(true);
    expect(pages.flatMap(({ results }) => results.map(({ _uuid }) => _uuid))).toEqual(sent);
  });

  it.each([
    ['?limit=7', false, 8],
    ['?limit=20', false, 3],
    ['?limit=1', false, TOTAL],
    ['?limit=7&sort={"_id":-1}', true, 8],
    ['?limit=7&sort={"_id":1}', false, 8],
    ['?limit=7&sort={"_id":"-1"}', true, 8],
    ['?limit=7&format=json', false, 8],
    [`?limit=${TOTAL}`, false, 3],
  ])('pages %s to its end', async (query, descending, pages) => {
    const walked = await walk(data(query));
    expect(walked.ids).toEqual(descending ? [...ids].reverse() : ids);
    expect(walked.sizes).toHaveLength(pages);
    const parameters = walked.pages[0]!.next === null ? '' : new URL(walked.pages[0]!.next).searchParams;
    if (query.includes('format') && parameters !== '') expect(parameters.get('format')).toBe('json');
  });

  it('has in `next` the offset for readers and the cursor that applies', async () => {
    const first = await page(data('?limit=7'));
    const { pathname, searchParams } = new URL(first.next!);
    expect(pathname).toBe(data());
    expect(Object.fromEntries(searchParams)).toEqual({ limit: '7', start: '7', after: String(ids[6]) });
    const lying = await page(data(`?limit=7&start=40&after=${ids[6]}`));
    expect(lying.results.map(({ _id }) => _id)).toEqual(ids.slice(7, 14));
  });

  it('pages back with `previous`', async () => {
    const last = (await walk(data('?limit=20'))).pages.at(-1)!;
    const middle = await page(new URL(last.previous!).pathname + new URL(last.previous!).search);
    expect(middle.results.map(({ _id }) => _id)).toEqual(ids.slice(20, 40));
    const first = await page(new URL(middle.previous!).pathname + new URL(middle.previous!).search);
    expect(first.results.map(({ _id }) => _id)).toEqual(ids.slice(0, 20));
    expect(first.previous).toBeNull();
    expect(new URL(middle.previous!).searchParams.get('start')).toBeNull();
  });

  it.each([
    ['?start=10&limit=5', 10, 15],
    ['?offset=10&limit=5', 10, 15],
    ['?start=50', 50, TOTAL],
    ['?start=53', TOTAL, TOTAL],
    ['?start=1000000', TOTAL, TOTAL],
    ['?limit=1000000', 0, 20],
    ['?sort={}', 0, 20],
    ['?unknown=1', 0, 20],
  ])('reads %s by offset', async (query, from, to) => {
    const { results, count } = await page(data(query));
    expect(results.map(({ _id }) => _id)).toEqual(ids.slice(from, to));
    expect(count).toBe(TOTAL);
  });

  it('skips and repeats nothing while submissions arrive', async () => {
    const growing = await makeDeployedAsset(app);
    const path = `/api/v2/assets/${growing.uid}/data/`;
    const known = new Set<string>();
    for (let index = 0; index < 10; index += 1) known.add(await submit(app, growing.uid));
    const seen: string[] = [];
    for (let next: string | null = `${path}?limit=3`; next !== null;) {
      const found: Page = await page(next);
      seen.push(...found.results.map(({ _uuid }) => _uuid));
      if (seen.length < 9) known.add(await submit(app, growing.uid));
      next = found.next === null ? null : new URL(found.next).pathname + new URL(found.next).search;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set(seen)).toEqual(known);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['start=-1', 'start'],
    ['start=x', 'start'],
    ['after=x', 'after'],
    ['sort=_id', 'sort'],
    ['sort=[1]', 'sort'],
    ['sort=%22_id%22', 'sort'],
    ['count=1', 'count'],
  ])('returns 400 for ?%s on the field', async (query, field) => {
    const { body } = await owner()
      .get(data(`?${query}`))
      .expect(400);
    expect(body).toEqual({ [field]: [expect.any(String)] });
  });

  it.each(['/data', '/data/', '/data.json', '/data/?format=json'])('is served at %s', async (path) => {
    const found = await page(`/api/v2/assets/${survey.uid}${path}`);
    expect(found.results).toHaveLength(20);
    const next = new URL(found.next!);
    expect(next.pathname).toBe(
      `/api/v2/assets/${survey.uid}${path.includes('.json') ? '/data.json' : '/data/'}`,
    );
  });

  it('answers HEAD without a body', async () => {
    const { headers, text } = await owner().head(data()).expect(200);
    expect(headers['content-type']).toBe('application/json');
    expect(text ?? '').toBe('');
  });

  it('is empty for a deployed survey without submissions, and 400 for one never deployed', async () => {
    const empty = await makeDeployedAsset(app);
    expect(await page(`/api/v2/assets/${empty.uid}/data/`)).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    });
    const { uid } = await makeAsset(app);
    const files = ['data/1/attachments/?xpath=photo', 'data/1/attachments/attaaaaaaaaaaaaaaaaaaaaa/'];
    for (const below of ['data/', 'data/1/', `data/${randomUUID()}/`, ...files]) {
      const { body } = await owner().get(`/api/v2/assets/${uid}/${below}`).expect(400);
      expect(body).toEqual({ detail: 'The specified asset has not been deployed' });
    }
    await owner().get(`/api/v2/assets/${uid}/counts/`).expect(404);
  });

  it('includes the data of an archived survey, also after the form changed', async () => {
    const made = await makeDeployedAsset(app);
    const uuid = await submit(app, made.uid);
    const before = (await owner().get(`/api/v2/assets/${made.uid}/data/${uuid}/`)).body as object;
    await owner()
      .patch(`/api/v2/assets/${made.uid}/`)
      .send({ content: { survey: [{ type: 'text', name: 'x', label: 'X' }] } });
    await owner().put(`/api/v2/assets/${made.uid}/deployment/`).send({ active: false }).expect(200);
    expect((await owner().get(`/api/v2/assets/${made.uid}/data/${uuid}/`).expect(200)).body).toEqual(before);
  });
});
