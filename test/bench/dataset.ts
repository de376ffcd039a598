import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { hashOfKey, generateKey } from '../../src/domain/account/credential';
import { standardiseContent } from '../../src/domain/content/standard/standardise-content';
import { EXAMPLE_FORM } from '../../src/domain/content/example-form';
import { ServiceClient } from '../../src/cli/demo/service-client';
import type { BenchForm } from './requests';

interface Deployment {
  version_id: string;
  asset: { uid: string; deployment__uuid: string };
}

/** Creates and deploys the demo survey, open for anonymous submissions. */
export async function makeForm(client: ServiceClient): Promise<BenchForm> {
  const content = standardiseContent(EXAMPLE_FORM, { assetType: 'survey', random: Math.random });
  const { uid } = await client.json<{ uid: string }>('POST', '/api/v2/assets/', {
    asset_type: 'survey',
    name: 'Bench',
    content,
  });
  const { version_id, asset } = await client.json<Deployment>('POST', `/api/v2/assets/${uid}/deployment/`, {
    active: true,
  });
  await client.json('POST', `/api/v2/assets/${uid}/permission-assignments/`, {
    user: '/api/v2/users/AnonymousUser/',
    permission: '/api/v2/permissions/add_submissions/',
  });
  return { uid, formUuid: asset.deployment__uuid, versionUid: version_id };
}

export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function assetIdOf(url: string, uid: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ id: number }>('SELECT id FROM asset WHERE uid = $1', [uid]);
    return rows[0]!.id;
  });
}

/** Multiplies the only submission of a form to `count` in SQL. */
export async function multiply(url: string, assetId: number, count: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `WITH one AS (SELECT * FROM submission WHERE asset_id = $1 ORDER BY id LIMIT 1)
       INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by,
                               date_submitted, date_modified, answers, json, xml)
       SELECT asset_id, n.id, gen_random_uuid(), gen_random_uuid(), xml_hash, 0, version_uid, submitted_by,
              date_submitted, date_modified, answers,
              '{"_id":' || n.id || substr(json, position(',' IN json)), xml
         FROM one, (SELECT nextval('submission_id_seq') AS id FROM generate_series(1, $2::int)) n`,
      [assetId, count - 1],
    );
    await client.query('UPDATE submission_tally SET submissions = $2 WHERE asset_id = $1', [assetId, count]);
    await client.query('VACUUM ANALYZE submission');
  });
}

/** Creates a table with the columns and indexes of `submission` for the bare server. */
export async function makeCeilingTable(url: string): Promise<void> {
  await withClient(url, (client) =>
    client.query('CREATE TABLE IF NOT EXISTS bench_submission (LIKE submission INCLUDING ALL)'),
  );
}

/** Inserts an OAuth2 access token of the first superuser and returns it. */
export async function makeBearer(url: string): Promise<string> {
  const key = generateKey(randomBytes);
  await withClient(url, (client) =>
    client.query(
      `WITH person AS (SELECT id FROM app_user WHERE is_superuser ORDER BY id LIMIT 1),
       application AS (
         INSERT INTO oauth_application (client_id, owner_id, name, client_type, redirect_uris, date_created, date_modified)
         SELECT $1, id, 'Bench', 'public', '{}', now(), now() FROM person RETURNING id),
       consent AS (
         INSERT INTO oauth_grant (application_id, user_id, scopes, code_hash, date_created, date_code_expires, date_code_used)
         SELECT application.id, person.id, '{read,write}', sha256($2::bytea || 'code'), now(), now(), now()
           FROM application, person RETURNING id)
       INSERT INTO oauth_token (grant_id, user_id, scopes, access_hash, refresh_hash, date_created, date_expires)
       SELECT consent.id, person.id, '{read,write}', $2::bytea, sha256($2::bytea), now(), now() + interval '10 hours' FROM consent, person`,
      [`bench-${key.slice(0, 8)}`, hashOfKey(key)],
    ),
  );
  return key;
}
