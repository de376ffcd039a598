import { Client } from 'pg';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

const TOTAL = 3_000;
const STARTS = [2_000, 2_500, 2_999, 2_400, 5_000];

describe('pages at a deep offset', () => {
  let app: TestApp;
  let survey: AssetJson;
  let assetId: number;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    survey = await makeDeployedAsset(app);
    await submit(app, survey.uid);
    const [row] = await app.rows<{ asset_id: number }>(
      `WITH n AS MATERIALIZED (SELECT nextval('submission_id_seq') AS id FROM generate_series(2, ${TOTAL}))
       INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by,
                               date_submitted, date_modified, answers, json, xml)
       SELECT asset_id, n.id, gen_random_uuid(), gen_random_uuid(), xml_hash, 0, version_uid, submitted_by,
              date_submitted, date_modified, answers, '{"_id":' || n.id || substr(json, position(',' IN json)), xml
         FROM submission, n
       RETURNING asset_id`,
    );
    assetId = row!.asset_id;
  });
  afterAll(() => app.stop());

  const readPages = async (): Promise<number[][]> => {
    const pages: number[][] = [];
    for (const start of STARTS) {
      const path = `/api/v2/assets/${survey.uid}/data/?limit=2&start=${start}`;
      const { body } = await app.as('owner').get(path).expect(200);
      pages.push((body as { results: { _id: number }[] }).results.map(({ _id }) => _id));
    }
    return pages;
  };
  const expectedPages = () =>
    Promise.all(
      STARTS.map(async (start) => {
        const sql = `SELECT id::int FROM submission WHERE asset_id = $1 ORDER BY id LIMIT 2 OFFSET $2`;
        return (await app.rows<{ id: number }>(sql, [assetId, start])).map(({ id }) => id);
      }),
    );

  it('are stable across repeated requests', async () => {
    const first = await expectedPages();
    expect(await readPages()).toEqual(first);
    expect(await readPages()).toEqual(first);
  });

  it('shift after an earlier deletion and not after an insertion at the end', async () => {
    const before = await readPages();
    const [early] = await app.rows<{ id: number }>('SELECT min(id)::int AS id FROM submission');
    await app.as('owner').delete(`/api/v2/assets/${survey.uid}/data/${early!.id}/`).expect(204);
    const moved = await readPages();
    expect(moved).toEqual(await expectedPages());
    expect(moved).not.toEqual(before);
    await submit(app, survey.uid);
    expect(await readPages()).toEqual(await expectedPages());
  });

  it('shift when a submission with a low id is committed late', async () => {
    const client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
    try {
      await client.query(
        `BEGIN; UPDATE submission SET id = 1 WHERE id = (SELECT max(id) FROM submission);
         INSERT INTO submission_change
         SELECT asset_id, pg_current_xact_id()::text::bigint, 1, 'created', now() FROM submission WHERE id = 1`,
      );
      await readPages();
      await submit(app, survey.uid);
      const before = await readPages();
      await client.query('COMMIT');
      const moved = await readPages();
      expect(moved).toEqual(await expectedPages());
      expect(moved).not.toEqual(before);
    } finally {
      await client.end();
    }
  });
});
