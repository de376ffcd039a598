import { makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { allHeard } from '../../support/change-heard';
import { textsDuring } from '../../support/statement-tap';

describe('the hot paths', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
    await allHeard(app);
    await submit(app, uid);
  });
  afterAll(() => app.stop());

  const photo = (name: string) => ({ name, content: `bytes of ${name}` });

  it.each([
    ['without files', []],
    ['with three files', [photo('a.jpg'), photo('b.jpg'), photo('c.jpg')]],
  ])('store a submission %s in one statement', async (_case, files) => {
    const statements = await textsDuring(async () => {
      await submit(app, uid, { files });
    });
    expect(statements).toEqual([expect.stringContaining('store_submission')]);
  });

  it('look at the stored one only when a submission is sent again', async () => {
    const xml = instanceXml(uid);
    await submission(app.as('owner'), xml).expect(201);
    const statements = await textsDuring(async () => {
      await submission(app.as('owner'), xml).expect(202);
    });
    expect(statements[0]).toContain('store_submission');
    expect(statements.length).toBeLessThanOrEqual(5);
  });

  it('read a page with a count, its ids and one COPY, whatever its size', async () => {
    await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    const statements = await textsDuring(async () => {
      await app.as('owner').get(`/api/v2/assets/${uid}/data/?limit=3`).expect(200);
    });
    expect(statements).toHaveLength(3);
    expect(statements.every((text) => text.includes('asset_id'))).toBe(true);
  });

  it('filter within one snapshot, and write no word of the caller into SQL', async () => {
    const words = ['evil value', 'evil key', 'evil pattern', 'evil order', 'evil field'];
    const [value, key, pattern, order, shown] = words as [string, string, string, string, string];
    const query = {
      $or: [{ [key]: value }, { a: { $regex: pattern } }, { b: { $elemMatch: { [key]: value } } }],
    };
    const statements = await textsDuring(async () => {
      await app
        .as('owner')
        .get(`/api/v2/assets/${uid}/data/`)
        .query({
          query: JSON.stringify(query),
          sort: JSON.stringify({ [order]: 1 }),
          fields: JSON.stringify([shown]),
        })
        .expect(200);
    });
    const asked = [expect.stringContaining('count(*)'), expect.stringContaining('ORDER BY')];
    expect(statements).toEqual([
      expect.stringMatching(/^BEGIN .*READ ONLY.*statement_timeout/),
      ...asked,
      'ROLLBACK',
      expect.stringContaining('json_each'),
    ]);
    expect(words.filter((word) => statements.join().includes(word))).toEqual([]);
  });

  it('count every submission once, also those that come at the same time', async () => {
    const before = await app.rows<{ count: number }>('SELECT count(*) FROM submission');
    await Promise.all(Array.from({ length: 30 }, () => submit(app, uid)));
    const [counted] = await app.rows<{ rows: string; tally: string }>(
      `SELECT (SELECT count(*) FROM submission) AS rows, (SELECT sum(submissions) FROM submission_tally) AS tally`,
    );
    expect(Number(counted!.rows)).toBe(Number(before[0]!.count) + 30);
    expect(Number(counted!.tally)).toBe(Number(counted!.rows));
  });

  it('survive readers that go away in the middle of a page', async () => {
    await app.rows(
      `INSERT INTO submission
       SELECT asset_id, nextval('submission_id_seq'), gen_random_uuid(), uuid, xml_hash, 0, version_uid, submitted_by,
              date_submitted, date_modified, answers, json || repeat(' ', 5000), xml
         FROM (SELECT * FROM submission ORDER BY id LIMIT 1) one, generate_series(1, 1000)`,
    );
    const leave = async (): Promise<void> => {
      const given = new AbortController();
      const answer = await fetch(`${app.origin}/api/v2/assets/${uid}/data/`, {
        headers: { authorization: `Token ${app.tokenOf('owner')}` },
        signal: given.signal,
      });
      await answer.body!.getReader().read();
      given.abort();
    };
    // More than the pool has connections: none may be lost to a reader that left.
    for (let round = 0; round < 15; round += 1) await leave();
    const page = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    expect(page.body.results).toHaveLength(1000);
  });
});
