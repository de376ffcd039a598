import { randomUUID } from 'node:crypto';
import { type AssetJson, makeDeployedAsset } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';
import { textsDuring } from '../../support/statement-tap';
import { withClient } from '../../support/test-database';

/** Part of the statement that scans all submissions. */
const FULL_SCAN = 'jsonb_object_keys(answers - ';

describe('cached columns of a table', () => {
  let app: TestApp;
  let survey: AssetJson;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
  });
  afterAll(() => app.stop());
  beforeEach(async () => {
    survey = await makeDeployedAsset(app);
    await submit(app, survey.uid, { answers: '<consent>yes</consent>' });
    await readColumns();
  });

  /** Answer columns, and whether all submissions were scanned for them. */
  async function readColumns(): Promise<{ answered: string[]; isListed: boolean }> {
    let text = '';
    const sent = await textsDuring(async () => {
      ({ text } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data.csv`).expect(200));
    });
    const columns = text.slice(0, text.indexOf('\r\n')).slice(1, -1).split('";"');
    const answered = columns.filter((column) => !column.startsWith('_') && !column.startsWith('meta/'));
    return { answered, isListed: sent.some((each) => each.includes(FULL_SCAN)) };
  }
  const idOf = async (uuid: string): Promise<number> => {
    const { body } = await app.as('owner').get(`/api/v2/assets/${survey.uid}/data/${uuid}/`).expect(200);
    return (body as { _id: number })._id;
  };

  it('include columns of newer submissions', async () => {
    expect(await readColumns()).toEqual({ answered: ['consent'], isListed: false });
    await submit(app, survey.uid, { answers: '<consent>no</consent><late>x</late>' });
    expect(await readColumns()).toEqual({ answered: ['consent', 'late'], isListed: false });
    expect(await readColumns()).toEqual({ answered: ['consent', 'late'], isListed: false });
  });

  it('are separate per asset', async () => {
    const other = await makeDeployedAsset(app);
    await submit(app, other.uid, { answers: '<elsewhere>x</elsewhere>' });
    expect(await readColumns()).toEqual({ answered: ['consent'], isListed: false });
  });

  it('are recomputed after a deletion', async () => {
    const uuid = await submit(app, survey.uid, { answers: '<late>x</late>' });
    expect(await readColumns()).toEqual({ answered: ['consent', 'late'], isListed: false });
    await app
      .as('owner')
      .delete(`/api/v2/assets/${survey.uid}/data/${await idOf(uuid)}/`)
      .expect(204);
    expect(await readColumns()).toEqual({ answered: ['consent'], isListed: true });
    expect(await readColumns()).toEqual({ answered: ['consent'], isListed: false });
  });

  it('are recomputed after an edit', async () => {
    const uuid = await submit(app, survey.uid, { answers: '<late>x</late>' });
    expect(await readColumns()).toEqual({ answered: ['consent', 'late'], isListed: false });
    const edit = { uuid: randomUUID(), deprecates: uuid, answers: '<later>y</later>' };
    await submission(app.as('owner'), instanceXml(survey.uid, edit)).expect(201);
    // An edit keeps nodes that the form lacks.
    expect(await readColumns()).toEqual({ answered: ['consent', 'late', 'later'], isListed: true });
  });

  it('are recomputed after many new submissions', async () => {
    await app.rows(
      `WITH one AS (SELECT s.* FROM submission s JOIN asset a ON a.id = s.asset_id WHERE a.uid = $1),
       came AS (
         INSERT INTO submission
         SELECT asset_id, nextval('submission_id_seq'), gen_random_uuid(), uuid, xml_hash, 0, version_uid, submitted_by,
                date_submitted, date_modified, answers || '{"many": "x"}', json, xml
           FROM one, generate_series(1, 5001) RETURNING asset_id, id)
       INSERT INTO submission_change
       SELECT asset_id, pg_current_xact_id()::text::bigint, id, 'created', now() FROM came`,
      [survey.uid],
    );
    expect(await readColumns()).toEqual({ answered: ['consent', 'many'], isListed: true });
    expect(await readColumns()).toEqual({ answered: ['consent', 'many'], isListed: false });
  });

  it('include submissions committed late', async () => {
    await withClient(app.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query(
        `WITH came AS (
           INSERT INTO submission
           SELECT s.asset_id, nextval('submission_id_seq'), gen_random_uuid(), s.uuid, s.xml_hash, 0, s.version_uid,
                  s.submitted_by, s.date_submitted, s.date_modified, '{"late": "x"}', s.json, s.xml
             FROM submission s JOIN asset a ON a.id = s.asset_id WHERE a.uid = $1 RETURNING asset_id, id)
         INSERT INTO submission_change
         SELECT asset_id, pg_current_xact_id()::text::bigint, id, 'created', now() FROM came`,
        [survey.uid],
      );
      await submit(app, survey.uid, { answers: '<sooner>x</sooner>' });
      expect(await readColumns()).toEqual({ answered: ['consent', 'sooner'], isListed: false });
      await client.query('COMMIT');
    });
    expect(await readColumns()).toEqual({ answered: ['consent', 'late', 'sooner'], isListed: false });
  });
});
