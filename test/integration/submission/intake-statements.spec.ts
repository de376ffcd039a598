import { makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { waitForNotifications } from '../../support/wait-for-notifications';
import { textsDuring } from '../../support/statement-tap';

describe('statements of hot paths', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app));
    await waitForNotifications(app);
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

  it('read the stored submission only when it is sent again', async () => {
    const xml = instanceXml(uid);
    await submission(app.as('owner'), xml).expect(201);
    const statements = await textsDuring(async () => {
      await submission(app.as('owner'), xml).expect(202);
    });
    expect(statements[0]).toContain('store_submission');
    expect(statements.length).toBeLessThanOrEqual(5);
  });

  it('read a page of any size with a count, its ids and one COPY', async () => {
    await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    const statements = await textsDuring(async () => {
      await app.as('owner').get(`/api/v2/assets/${uid}/data/?limit=3`).expect(200);
    });
    expect(statements).toHaveLength(3);
    expect(statements.every((text) => text.includes('asset_id'))).toBe(true);
  });

  it('filter once within one snapshot, without user input in SQL', async () => {
    const inputs = ['evil value', 'evil key', 'evil pattern', 'evil order', 'evil field'];
    const [value, key, pattern, order, shown] = inputs as [string, string, string, string, string];
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
    expect(statements).toEqual([
      expect.stringMatching(/^BEGIN .*READ ONLY.*statement_timeout/),
      expect.stringMatching(/^WITH matching [^]*count\(\*\)[^]*ORDER BY/),
      'ROLLBACK',
      expect.stringContaining('json_each'),
    ]);
    expect(inputs.filter((word) => statements.join().includes(word))).toEqual([]);
  });

  it('count concurrent submissions exactly', async () => {
    const before = await app.rows<{ count: number }>('SELECT count(*) FROM submission');
    await Promise.all(Array.from({ length: 30 }, () => submit(app, uid)));
    const [counted] = await app.rows<{ rows: string; total: string }>(
      `SELECT (SELECT count(*) FROM submission) AS rows, (SELECT sum(submissions) FROM submission_tally) AS total`,
    );
    expect(Number(counted!.rows)).toBe(Number(before[0]!.count) + 30);
    expect(Number(counted!.total)).toBe(Number(counted!.rows));
  });

  it('release connections of clients that disconnect', async () => {
    await app.rows(
      `INSERT INTO submission
       SELECT asset_id, nextval('submission_id_seq'), gen_random_uuid(), uuid, xml_hash, 0, version_uid, submitted_by,
              date_submitted, date_modified, answers, json || repeat(' ', 5000), xml
         FROM (SELECT * FROM submission ORDER BY id LIMIT 1) one, generate_series(1, 1000)`,
    );
    const disconnect = async (): Promise<void> => {
      const controller = new AbortController();
      const response = await fetch(`${app.origin}/api/v2/assets/${uid}/data/`, {
        headers: { authorization: `Token ${app.tokenOf('owner')}` },
        signal: controller.signal,
      });
      await response.body!.getReader().read();
      controller.abort();
    };
    // More rounds than pool connections: each must be released.
    for (let round = 0; round < 15; round += 1) await disconnect();
    const page = await app.as('owner').get(`/api/v2/assets/${uid}/data/`).expect(200);
    expect(page.body.results).toHaveLength(1000);
  });
});
