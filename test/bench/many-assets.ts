import type { ServiceClient } from '../../src/cli/demo/service-client';
import { assetIdOf, makeForm, withClient } from './dataset';

const GRANTED = 300;
const FORMS = 2000;
const FEW_FORMS = 200;

/**
 * Measured users: the owner has as many assets as each other owner, the reader some grants, the overseer all; the
 * enumerator may submit to more forms than the surveyor. The partner sees the data of as many as asked for.
 */
export const PEOPLE = ['owner', 'reader', 'overseer', 'enumerator', 'surveyor', 'partner'] as const;

/**
 * Copies one asset to `each` of `owners` in SQL, with grants, tags, two versions and submission counts; every second one
 * is deployed.
 * @returns the uid of an asset of the owner
 */
export async function makeManyAssets(
  client: ServiceClient,
  databaseUrl: string,
  password: string,
  {
    owners,
    each,
    shared = 0,
  }: { readonly owners: number; readonly each: number; readonly shared?: number } = {
    owners: 50,
    each: 200,
  },
): Promise<string> {
  for (const username of PEOPLE) await client.json('POST', '/api/v2/users/', { username, password });
  const { uid } = await makeForm(client);
  const sample = await assetIdOf(databaseUrl, uid);
  return withClient(databaseUrl, async (database) => {
    await database.query(
      `INSERT INTO app_user (username, extra_details_uid)
       SELECT 'owner' || n, 'u' || md5('owner' || n) FROM generate_series(2, $1::int) n`,
      [owners],
    );
    await database.query(
      `INSERT INTO asset (uid, owner_id, asset_type, name, content, summary, settings, tags, created_by,
                          last_modified_by, date_created, date_modified)
       SELECT 'a' || substr(md5('asset' || u.id || ':' || n), 1, 21), u.id, s.asset_type,
              CASE (n + u.id) % 20 WHEN 0 THEN 'Wells of ' ELSE 'Households of ' END || u.username || ' ' || n, s.content,
              s.summary, s.settings, ARRAY['round ' || n % 5, 'north'], u.username, u.username,
              now() - n * interval '1 hour', now() - n * interval '1 minute'
         FROM asset s, app_user u, generate_series(1, $2::int) n WHERE s.id = $1 AND u.username ~ '^owner[0-9]*$'`,
      [sample, each],
    );
    await database.query(
      `INSERT INTO asset_version (uid, asset_id, name, content, content_hash, deployed, date_modified)
       SELECT 'v' || substr(md5('version' || a.id || ':' || n), 1, 21), a.id, a.name, v.content, v.content_hash,
              n = 1 AND a.id % 2 = 0, a.date_modified
         FROM asset a, asset_version v, generate_series(1, 2) n WHERE v.asset_id = $1 AND a.id > $1`,
      [sample],
    );
    await database.query(
      `INSERT INTO deployment
       SELECT a.id, md5('deployment' || a.id), true, v.id, d.version_label, d.xml, d.xml_md5, d.facts, d.encrypted,
              d.date_deployed, d.date_modified
         FROM deployment d, asset a JOIN asset_version v ON v.asset_id = a.id AND v.deployed
        WHERE d.asset_id = $1 AND a.id > $1`,
      [sample],
    );
    // Skips the triggers that notify caches, which hold none of these rows.
    await database.query('SET session_replication_role = replica');
    await database.query(
      `INSERT INTO permission_assignment (uid, asset_id, user_id, codename)
       SELECT 'p' || substr(md5('holds' || a.id || p.codename), 1, 21), a.id, a.owner_id, p.codename
         FROM asset a, permission_assignment p JOIN asset s ON s.id = p.asset_id AND s.owner_id = p.user_id
        WHERE s.id = $1 AND a.id > $1`,
      [sample],
    );
    const grant = (username: string, codename: string, where: string, count: number) =>
      database.query(
        `INSERT INTO permission_assignment (uid, asset_id, user_id, codename)
         SELECT 'p' || substr(md5($2 || $3 || a.id), 1, 21), a.id, u.id, $3
           FROM app_user u, (SELECT id FROM asset a WHERE id > $1 AND ${where} ORDER BY md5(uid) LIMIT $4) a
          WHERE u.username = $2`,
        [sample, username, codename, count],
      );
    await grant('reader', 'view_asset', 'true', GRANTED);
    for (const codename of ['view_asset', 'view_submissions']) {
      await grant('partner', codename, 'true', shared);
    }
    await grant('overseer', 'view_asset', 'true', owners * each);
    await grant('surveyor', 'add_submissions', 'id % 2 = 0', FEW_FORMS);
    await grant('enumerator', 'add_submissions', 'id % 2 = 0', FORMS);
    await database.query(
      `INSERT INTO submission_tally SELECT id, now()::date, 0, id % 500, now() FROM asset WHERE id > $1`,
      [sample],
    );
    await database.query('VACUUM ANALYZE');
    const { rows } = await database.query<{ uid: string }>(
      `SELECT a.uid FROM asset a JOIN app_user u ON u.id = a.owner_id
        WHERE u.username = 'owner' AND a.id % 2 = 0 ORDER BY a.id LIMIT 1`,
    );
    return rows[0]!.uid;
  });
}
