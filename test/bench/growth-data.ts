import { withClient } from './dataset';

const INSERT = `
  INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by,
                          date_submitted, date_modified, answers, json, xml)`;

/**
 * Copies the first submission of a form until it has `rows`, one per minute until now when there are `total`, with an
 * answer of a thousand different ones.
 */
export async function fillForm(
  url: string,
  assetId: number,
  { rows, total }: { readonly rows: number; readonly total: number },
): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `UPDATE submission SET date_submitted = now() - $2::int * interval '1 minute'
        WHERE asset_id = $1 AND id = (SELECT min(id) FROM submission WHERE asset_id = $1)`,
      [assetId, total],
    );
    await client.query(
      `WITH one AS (SELECT * FROM submission WHERE asset_id = $1 ORDER BY id LIMIT 1),
            numbered AS (
              SELECT nextval('submission_id_seq') AS id, n
                FROM generate_series((SELECT count(*) + 1 FROM submission WHERE asset_id = $1), $2::int) n)
       ${INSERT}
       SELECT asset_id, n.id, gen_random_uuid(), gen_random_uuid(), xml_hash, 0, version_uid, submitted_by,
              now() - ($3 - n) * interval '1 minute', now(),
              answers || jsonb_build_object('bench_number', (n % 1000)::text),
              '{"_id":' || n.id || substr(json, position(',' IN json)), xml
         FROM one, numbered n`,
      [assetId, rows, total],
    );
    await recount(client, 'asset_id = $1', [assetId]);
  });
}

/** Gives every other form submissions: copies of the newest of the filled form. */
export async function fillForms(url: string, each: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `WITH one AS (SELECT * FROM submission ORDER BY asset_id, id DESC LIMIT 1),
            numbered AS (
              SELECT nextval('submission_id_seq') AS id, a.id AS asset, n
                FROM one, asset a, generate_series(1, $1::int) n
               WHERE a.asset_type = 'survey' AND a.id <> one.asset_id)
       ${INSERT}
       SELECT n.asset, n.id, gen_random_uuid(), gen_random_uuid(), xml_hash, 0, version_uid, submitted_by,
              now() - n * interval '1 day', now(), answers,
              '{"_id":' || n.id || substr(json, position(',' IN json)), xml
         FROM one, numbered n`,
      [each],
    );
    await recount(client, 'true', []);
  });
}

/** Replaces the maintained counts of what was stored without the service. */
export async function recount(
  client: Parameters<Parameters<typeof withClient>[1]>[0],
  where: string,
  values: readonly unknown[],
): Promise<void> {
  await client.query(`DELETE FROM submission_tally WHERE ${where}`, [...values]);
  await client.query(
    `INSERT INTO submission_tally
     SELECT asset_id, (date_submitted AT TIME ZONE 'UTC')::date, 0, count(*), max(date_submitted), min(id), max(id)
       FROM submission WHERE ${where} GROUP BY 1, 2`,
    [...values],
  );
  await client.query('VACUUM ANALYZE');
}
