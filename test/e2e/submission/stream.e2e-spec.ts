import { withClient } from '../../support/test-database';
import { type AssetJson, grant, grantPartially, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { eventually } from '../../support/eventually';

let app: TestApp;
let survey: AssetJson;

beforeAll(async () => {
  app = await startApp();
  for (const username of ['owner', 'viewer', 'some', 'stranger']) await app.addUser(username);
});
afterAll(() => app.stop());
beforeEach(async () => {
  survey = await makeDeployedAsset(app);
  await grant(app, survey.uid, 'viewer', ['view_submissions']);
  await grantPartially(app, survey.uid, 'some', { view_submissions: [{ consent: 'yes' }] });
});

const path = (below: string): string => `/api/v2/assets/${survey.uid}/${below}`;
const name = (text: string, consent = 'yes'): string =>
  `<person><name>${text}</name></person><consent>${consent}</consent>`;

interface Change {
  readonly kind: string;
  readonly _id: number;
  readonly submission: (Record<string, unknown> & { _id: number }) | null;
}
interface ChangePage {
  readonly token: string;
  readonly next: string | null;
  readonly results: Change[];
}

async function changes(since = '', { by = 'owner', limit = 1000 } = {}): Promise<ChangePage> {
  const { body } = await app.as(by).get(path('data/changes/')).query({ since, limit }).expect(200);
  return body as ChangePage;
}

/** Waits until all earlier changes are visible. */
const settled = (count: number, since = '', by = 'owner'): Promise<ChangePage> =>
  eventually(
    () => changes(since, { by }),
    ({ results }) => results.length === count,
  );

describe('all submissions as a stream', () => {
  const lines = async (by = 'owner', query?: object): Promise<Record<string, unknown>[]> => {
    const { text, headers } = await app
      .as(by)
      .get(path('data.ndjson'))
      .query(query === undefined ? {} : { query: JSON.stringify(query) })
      .buffer(true)
      .parse((response, done) => {
        response.setEncoding('utf8');
        let read = '';
        response.on('data', (chunk: string) => (read += chunk));
        response.on('end', () => {
          response.text = read;
          done(null, read);
        });
      })
      .expect(200);
    expect(headers['content-type']).toBe('application/x-ndjson');
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('equals the list, one submission per line, within the caller’s permissions', async () => {
    for (const [caller, consent] of [
      ['Asha', 'yes'],
      ['Ben', 'no'],
    ]) {
      await submit(app, survey.uid, {
        answers: name(caller!, consent),
        files: [{ name: 'p.jpg', content: caller! }],
      });
    }
    const { body } = await app.as('owner').get(path('data/')).expect(200);
    expect(await lines()).toEqual(body.results);
    expect(await lines('viewer')).toEqual(body.results);
    expect(await lines('some')).toEqual(body.results.slice(0, 1));
    expect(await lines('owner', { consent: 'no' })).toEqual(body.results.slice(1));
    for (const caller of ['stranger', ANONYMOUS]) {
      for (const file of ['data.ndjson', 'data.csv', 'data/changes/']) {
        await app.as(caller).get(path(file)).expect(404);
      }
    }
  });

  it('continues across chunks, whatever the size', async () => {
    await submit(app, survey.uid);
    await app.rows(
      `INSERT INTO submission
       SELECT asset_id, nextval('submission_id_seq'), gen_random_uuid(), uuid, xml_hash, 0, version_uid, submitted_by,
              date_submitted, date_modified, answers, '{"_id":' || currval('submission_id_seq') || '}', xml
         FROM (SELECT * FROM submission JOIN asset a ON a.id = asset_id AND a.uid = $1 LIMIT 1) one,
              generate_series(1, 1200)`.replace(
        'SELECT * FROM submission JOIN',
        'SELECT submission.* FROM submission JOIN',
      ),
      [survey.uid],
    );
    const ids = (await lines()).map(({ _id }) => _id as number);
    expect(ids).toHaveLength(1201);
    expect(new Set(ids).size).toBe(1201);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  it.each(['data.ndjson', 'data.csv'])('says in %s what is wrong with a filter that fails', async (below) => {
    await submit(app, survey.uid);
    const { body, headers } = await app
      .as('owner')
      .get(path(below))
      .query({ query: JSON.stringify({ 'person/name': { $regex: '(' } }) })
      .expect(400);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toEqual({
      detail: 'Unsupported query: the regular expression cannot be read. Correct it.',
    });
  });

  it('as CSV has a column for every answered path', async () => {
    // Host placeholders in file JSON are literal text when a user typed them.
    await submit(app, survey.uid, { answers: `${name('Asha "A"; "\\u0068')}<old_q>x</old_q>` });
    await submit(app, survey.uid, {
      answers: `${name('Ben')}<child><first_name>Eve</first_name></child>`,
    });
    const { text, headers } = await app.as('owner').get(path('data.csv')).expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, first, second, end] = text.split('\r\n');
    expect(head).toBe(
      '"person/name";"consent";"child";"meta/instanceID";"old_q";"_id";"_uuid";"meta/rootUuid";"_submission_time";' +
        '"_date_modified";"_submitted_by";"_validation_status"',
    );
    expect(first).toMatch(/^"Asha ""A""; ""\\u0068";"yes";"";"uuid:[-0-9a-f]+";"x";"\d+"/);
    expect(second).toMatch(/^"Ben";"yes";"\[\{""child\/first_name"":""Eve""\}\]"/);
    expect(end).toBe('');
  });
});

describe('the columns of a CSV of all submissions', () => {
  const head = async (): Promise<string[]> => {
    const { text } = await app.as('owner').get(path('data.csv')).expect(200);
    return text.slice(0, text.indexOf('\r\n')).slice(1, -1).split('";"');
  };
  const unknown = (count: number): string[] => Array.from({ length: count }, (_, n) => `unknown_${n}`);
  const answered = (paths: readonly string[]): string => paths.map((each) => `<${each}>1</${each}>`).join('');

  it.each([3, 300])(
    'include paths that were answered later than the first, which has %i of its own',
    async (count) => {
      await submit(app, survey.uid, { answers: answered(unknown(count)) });
      await submit(app, survey.uid, { answers: `${name('Asha')}<late>x</late>` });
      const columns = await head();
      expect(columns).toEqual(expect.arrayContaining(['person/name', 'consent', 'late', ...unknown(count)]));
      expect(new Set(columns).size).toBe(columns.length);
    },
  );

  it('are those of the visible submissions', async () => {
    await submit(app, survey.uid, { answers: `${name('Asha', 'yes')}<seen>1</seen>` });
    await submit(app, survey.uid, { answers: `${name('Ben', 'no')}<hidden>1</hidden>` });
    const { text } = await app.as('some').get(path('data.csv')).expect(200);
    expect(text).toContain('"seen"');
    expect(text).not.toContain('hidden');
    expect(text).not.toContain('Ben');
  });
});

describe('the change list', () => {
  it('returns each change once, in order, with the current submission', async () => {
    await submit(app, survey.uid, { answers: name('Asha') });
    await submit(app, survey.uid, { answers: name('Ben') });
    const first = await settled(2);
    expect(first.results.map(({ kind }) => kind)).toEqual(['created', 'created']);
    const [{ _id: asha }, { _id: ben }] = first.results as [Change, Change];
    await app
      .as('owner')
      .patch(path(`data/${asha}/validation_status/`))
      .send({ 'validation_status.uid': 'validation_status_approved' })
      .expect(200);
    await app
      .as('owner')
      .delete(path(`data/${ben}/`))
      .expect(204);
    const second = await settled(2, first.token);
    expect(second.results.map(({ kind, _id }) => [kind, _id])).toEqual([
      ['validation_status', asha],
      ['deleted', ben],
    ]);
    const { body: now } = await app.as('owner').get(path(`data/${asha}/`));
    expect(second.results.map(({ submission }) => submission)).toEqual([now, null]);
    expect((await changes(second.token)).results).toEqual([]);
    expect((await changes(second.token)).token).toBe(second.token);
  });

  it('is read in pages, each beginning where the last one ended', async () => {
    for (let index = 0; index < 5; index += 1) await submit(app, survey.uid, { answers: name(`n${index}`) });
    await settled(5);
    const seen: number[] = [];
    let next: string | null = path('data/changes/?limit=2');
    while (next !== null) {
      const page = (await app.as('owner').get(next).expect(200)).body as ChangePage;
      seen.push(...page.results.map(({ _id }) => _id));
      next = page.next === null ? null : new URL(page.next).pathname + new URL(page.next).search;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
  });

  it('never skips a change that is committed late', async () => {
    await submit(app, survey.uid, { answers: name('before') });
    const { token } = await settled(1);
    await withClient(app.databaseUrl, async (client) => {
      // An open transaction holds its id while later changes are committed.
      await client.query('BEGIN');
      await client.query(
        `WITH open AS MATERIALIZED (SELECT pg_current_xact_id()::text::bigint AS id)
         INSERT INTO submission_change
         SELECT s.asset_id, open.id, s.id, 'edited', now()
           FROM open, submission s JOIN asset a ON a.id = s.asset_id WHERE a.uid = $1`,
        [survey.uid],
      );
      await submit(app, survey.uid, { answers: name('after') });
      expect((await changes(token)).results).toEqual([]);
      await client.query('COMMIT');
    });
    const { results } = await settled(2, token);
    expect(results.map(({ kind }) => kind)).toEqual(['edited', 'created']);
  });

  it('returns submissions within a partial permission, and those that leave it as gone', async () => {
    await submit(app, survey.uid, { answers: name('Asha', 'yes') });
    await submit(app, survey.uid, { answers: name('Ben', 'no') });
    await settled(2);
    const { results, token } = await changes('', { by: 'some' });
    expect(results.map(({ kind, submission }) => [kind, submission?.['person/name']])).toEqual([
      ['created', 'Asha'],
    ]);
    const edit = { payload: { confirm: true, data: { consent: 'no' } } };
    await app.as('owner').patch(path('data/bulk/')).send(edit).expect(200);
    const after = await settled(1, token, 'some');
    expect(after.results.map(({ kind, submission }) => [kind, submission])).toEqual([['deleted', null]]);
  });

  it('accepts its own tokens only', async () => {
    await app.as('owner').get(path('data/changes/?since=x')).expect(400);
    await app.as('owner').get(path('data/changes/?limit=0')).expect(400);
    const expired = await app.as('owner').get(path('data/changes/?since=999999999999-1')).expect(410);
    expect(expired.body.detail).toContain('Read all changes again');
  });
});
