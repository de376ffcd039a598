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
  ])('returns 404 for %s', async (name) => {
    const { status, body } = await owner().get(
      data(`${name.startsWith('%') || name.includes('%') ? name : encodeURIComponent(name)}/`),
    );
    expect({ name, status }).toEqual({ name, status: name.includes('%00') ? expect.any(Number) : 404 });
    expect(status).toBeLessThan(500);
    expect(typeof body.detail).toBe('string');
  });
});

describe('GET data/<id>/attachments/<uid>/', () => {
  it('accepts any identifier of the submission', async () => {
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

  it('returns the bytes with headers against execution and sniffing', async () => {
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

  it('leaves no file open after GET and HEAD', async () => {
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
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await owner().head(path).expect(200);
      await owner().get(path).expect(200);
    }
    await eventually(
      async () => openFiles(),
      (size) => size === 0,
    );
  });

  it('links to the requested host', async () => {
    const { body } = await owner().get(data('?limit=20')).set('Host', 'survey.example.org:8443').expect(200);
    const urls = (body as Page).results.flatMap(({ _attachments }) =>
      (_attachments as { download_url: string }[]).map(({ download_url }) => new URL(download_url).host),
    );
    expect(urls.length).toBeGreaterThan(0);
    expect(new Set([...urls, new URL(body.next as string).host])).toEqual(
      new Set(['survey.example.org:8443']),
    );
  });

  it('ignores a forwarded host by default', async () => {
    const { body } = await owner().get(data('?limit=20')).set('X-Forwarded-Host', 'evil.example').expect(200);
    expect(JSON.stringify(body)).not.toContain('evil.example');
  });
});

describe('GET counts/', () => {
  it('counts the listed submissions by UTC day', async () => {
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

  it('covers the last `days` UTC dates, including today', async () => {
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
        (await app.inProcess.as('owner').get(`/api/v2/assets/${made.uid}/counts/${query}`).expect(200)).body
          .daily_submission_counts as object,
      );
    expect(await shown('')).toEqual([day(29), day(7), day(6), day(1), day(0)]);
    expect(await shown('?days=7')).toEqual([day(6), day(1), day(0)]);
    expect(await shown('?days=1')).toEqual([day(0)]);
    expect(await shown('?days=1000')).toHaveLength(7);
    clock.mockRestore();
  });

  it.each(['', 'x', '-1', '1.5', '1e2', '%00'])('returns 400 for ?days=%s', async (days) => {
    const { body } = await owner().get(`/api/v2/assets/${survey.uid}/counts/?days=${days}`).expect(400);
    expect(body).toEqual({ detail: '`days` parameter must be an integer' });
  });

  it('returns 404 if never deployed, whatever the days', async () => {
    const { uid } = await makeAsset(app);
    for (const query of ['', '?days=7', '?days=x']) {
      await owner().get(`/api/v2/assets/${uid}/counts/${query}`).expect(404);
    }
  });
});

/** Target of a file descriptor of this process; empty if none, or on systems without /proc. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
