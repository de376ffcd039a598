import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { type AssetJson, grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { Clock } from '../../../src/config/clock';
import { startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';

const TOTAL = 53;

let app: TestApp;
let survey: AssetJson;
/** Root uuids in the order in which they were stored. */
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

/** Follows `next` to the end. */
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
  it('shows a submission with every field, in the words of collectors', async () => {
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

  it('gives every submission once, the oldest first', async () => {
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
  ])('walks %s to its end', async (query, descending, pages) => {
    const walked = await walk(data(query));
    expect(walked.ids).toEqual(descending ? [...ids].reverse() : ids);
    expect(walked.sizes).toHaveLength(pages);
    const kept = walked.pages[0]!.next === null ? '' : new URL(walked.pages[0]!.next).searchParams;
    if (query.includes('format') && kept !== '') expect(kept.get('format')).toBe('json');
  });

  it('keeps in `next` the position for the eye and the key that wins', async () => {
    const first = await page(data('?limit=7'));
    const { pathname, searchParams } = new URL(first.next!);
    expect(pathname).toBe(data());
    expect(Object.fromEntries(searchParams)).toEqual({ limit: '7', start: '7', after: String(ids[6]) });
    const lying = await page(data(`?limit=7&start=40&after=${ids[6]}`));
    expect(lying.results.map(({ _id }) => _id)).toEqual(ids.slice(7, 14));
  });

  it('leads back with `previous`', async () => {
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
  ])('reads %s by position', async (query, from, to) => {
    const { results, count } = await page(data(query));
    expect(results.map(({ _id }) => _id)).toEqual(ids.slice(from, to));
    expect(count).toBe(TOTAL);
  });

  it('misses nothing and repeats nothing while submissions come in', async () => {
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
  ])('refuses ?%s (400) in the field', async (query, field) => {
    const { body } = await owner()
      .get(data(`?${query}`))
      .expect(400);
    expect(body).toEqual({ [field]: [expect.any(String)] });
  });

  it.each(['/data', '/data/', '/data.json', '/data/?format=json'])('is found at %s', async (path) => {
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

  it('has an empty list for a deployed survey without submissions, 400 for one never deployed', async () => {
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

  it('goes on showing the data of an archived survey, and after the form changed', async () => {
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

describe('GET data/<id>/', () => {
  it('finds a submission by its number and by its root uuid, with and without `uuid:`', async () => {
    const [id, uuid] = [ids[10]!, sent[10]!];
    const { body } = await owner()
      .get(data(`${id}/`))
      .expect(200);
    expect(body).toMatchObject({ _id: id, _uuid: uuid });
    for (const name of [uuid, `uuid:${uuid}`, `uuid%3A${uuid}`, `${uuid}.json`, `${id}.json`]) {
      expect((await owner().get(data(name)).expect(200)).body).toEqual(body);
      expect(
        (
          await owner()
            .get(data(`${name}/`))
            .expect(200)
        ).body,
      ).toEqual(body);
    }
  });

  it.each([
    '0',
    '99999999',
    '999999999999999999999',
    '-1',
    '1e3',
    'none',
    'uuid:',
    randomUUID(),
    '%00',
    'a%00b',
    '..%2f..',
    "1'--",
    '\u{1F986}'.repeat(3),
  ])('knows nothing by the name %s (404)', async (name) => {
    const { status, body } = await owner().get(
      data(`${name.startsWith('%') || name.includes('%') ? name : encodeURIComponent(name)}/`),
    );
    expect({ name, status }).toEqual({ name, status: name.includes('%00') ? expect.any(Number) : 404 });
    expect(status).toBeLessThan(500);
    expect(typeof body.detail).toBe('string');
  });
});

describe('GET data/<id>/attachments/<uid>/', () => {
  it('takes an identifier of the submission in the place of its number', async () => {
    const { uid } = await makeDeployedAsset(app);
    const other = await makeDeployedAsset(app);
    const files = [{ name: 'log.csv', content: 'a;b', type: 'text/csv' }];
    const uuid = await submit(app, uid, { files });
    const list = await owner().get(`/api/v2/assets/${uid}/data/`).expect(200);
    const attachment = list.body.results[0]._attachments[0].uid as string;
    const at = (submission: string, asset = uid) =>
      owner().get(`/api/v2/assets/${asset}/data/${submission}/attachments/${attachment}/`);
    expect((await at(uuid).expect(200)).text).toBe('a;b');
    expect((await at(`uuid:${uuid}`).expect(200)).text).toBe('a;b');
    await at(uuid, other.uid).expect(404);
    await at(randomUUID()).expect(404);
  });

  it('gives the bytes, never to be run or sniffed by a browser', async () => {
    const uuid = randomUUID();
    const content = Buffer.from('<script>alert(1)</script>');
    const name = 'é "quoted"; x=1 🦆.html';
    await submission(owner(), instanceXml(survey.uid, { uuid }), [
      { name, content, type: 'text/html' },
    ]).expect(201);
    const { body } = await owner()
      .get(data(`${uuid}/`))
      .expect(200);
    expect(body._attachments[0].media_file_basename).toBe(name);
    const path = new URL(body._attachments[0].download_url as string).pathname;
    const file = await owner().get(path).responseType('blob').expect(200);
    expect(Buffer.compare(file.body as Buffer, content)).toBe(0);
    expect(file.headers).toMatchObject({
      'content-length': String(content.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/,
    );
    expect(decodeURIComponent(file.headers['content-disposition']!.split("UTF-8''")[1]!)).toBe(name);
    const head = await owner().head(path).expect(200);
    expect(head.headers['content-length']).toBe(String(content.length));
    await owner()
      .get(path.replace(/att\w+/, `att${'x'.repeat(21)}`))
      .expect(404);
    await owner()
      .get(path.replace(/data\/\d+/, `data/${ids[0]}`))
      .expect(404);
    await owner()
      .get(path.replace(/data\/\d+/, 'data/none'))
      .expect(404);
  });

  it('leaves no file open, whether it is asked for the bytes or for the headers alone', async () => {
    const uuid = await submit(app, survey.uid, {
      files: [{ name: 'p.jpg', content: Buffer.alloc(300_000) }],
    });
    const { body } = await owner()
      .get(data(`${uuid}/`))
      .expect(200);
    const path = new URL(body._attachments[0].download_url as string).pathname;
    const descriptors = existsSync('/proc/self/fd') ? '/proc/self/fd' : '/dev/fd';
    const openFiles = (): number =>
      readdirSync(descriptors).filter((descriptor) => linkOf(descriptor).startsWith(app.dataDir)).length;
    for (let turn = 0; turn < 10; turn += 1) {
      await owner().head(path).expect(200);
      await owner().get(path).expect(200);
    }
    await eventually(
      async () => openFiles(),
      (size) => size === 0,
    );
  });

  it('stays on the host that the client called', async () => {
    const { body } = await owner().get(data('?limit=20')).set('Host', 'survey.example.org:8443').expect(200);
    const urls = (body as Page).results.flatMap(({ _attachments }) =>
      (_attachments as { download_url: string }[]).map(({ download_url }) => new URL(download_url).host),
    );
    expect(urls.length).toBeGreaterThan(0);
    expect(new Set([...urls, new URL(body.next as string).host])).toEqual(
      new Set(['survey.example.org:8443']),
    );
  });

  it('believes no forwarded host unless told to', async () => {
    const { body } = await owner().get(data('?limit=20')).set('X-Forwarded-Host', 'evil.example').expect(200);
    expect(JSON.stringify(body)).not.toContain('evil.example');
  });
});

describe('GET counts/', () => {
  it('counts what the data list shows, by UTC day', async () => {
    const made = await makeDeployedAsset(app);
    const path = `/api/v2/assets/${made.uid}/counts/`;
    expect((await owner().get(path).expect(200)).body).toEqual({
      daily_submission_counts: {},
      total_submission_count: 0,
    });
    for (let index = 0; index < 4; index += 1) await submit(app, made.uid);
    const days = await app.rows<{ day: string; size: number }>(
      `SELECT to_char(date_submitted AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS size
         FROM submission WHERE asset_id = (SELECT id FROM asset WHERE uid = $1) GROUP BY 1`,
      [made.uid],
    );
    const expected = {
      daily_submission_counts: Object.fromEntries(days.map(({ day, size }) => [day, size])),
      total_submission_count: 4,
    };
    expect((await owner().get(path).expect(200)).body).toEqual(expected);
    for (const query of ['?days=1', '?days=30', '?days=999999999']) {
      const { body } = await owner().get(`${path}${query}`).expect(200);
      expect(body.total_submission_count).toBe(4);
    }
  });

  it('shows the last `days` UTC dates, today included', async () => {
    const made = await makeDeployedAsset(app);
    const today = Date.parse('2026-03-01T12:00:00Z');
    const clock = jest.spyOn(app.nest.get(Clock), 'now').mockImplementation(() => new Date(today));
    const day = (ago: number): string => new Date(today - ago * 86_400_000).toISOString().slice(0, 10);
    for (const ago of [0, 1, 6, 7, 29, 30, 400]) {
      await app.rows(
        `INSERT INTO submission_tally (asset_id, day, slot, submissions) SELECT id, $2::date, 0, 1 FROM asset WHERE uid = $1`,
        [made.uid, day(ago)],
      );
    }
    const shown = async (query: string): Promise<string[]> =>
      Object.keys(
        (await owner().get(`/api/v2/assets/${made.uid}/counts/${query}`).expect(200)).body
          .daily_submission_counts as object,
      );
    expect(await shown('')).toEqual([day(29), day(7), day(6), day(1), day(0)]);
    expect(await shown('?days=7')).toEqual([day(6), day(1), day(0)]);
    expect(await shown('?days=1')).toEqual([day(0)]);
    expect(await shown('?days=1000')).toHaveLength(7);
    clock.mockRestore();
  });

  it.each(['', 'x', '-1', '1.5', '1e2', '%00'])('refuses ?days=%s (400)', async (days) => {
    const { body } = await owner().get(`/api/v2/assets/${survey.uid}/counts/?days=${days}`).expect(400);
    expect(body).toEqual({ detail: '`days` parameter must be an integer' });
  });
});

/** The file behind a descriptor of this process; empty text where there is none, or no such folder on this system. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
