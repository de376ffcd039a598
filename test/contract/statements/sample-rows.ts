import { withClient } from '../../support/test-database';

/** Ids of sample rows: far from generated ones. */
export const ID = 900_001;
export const UID = 'sample';
/** Uid of an unclaimed task; others are processing. */
export const WAITING_UID = 'waiting';
export const HASH = Buffer.from('sample');
export const NOW = new Date('2026-01-01T00:00:00Z');
export const LATER = new Date('2026-01-02T00:00:00Z');

/** Question with an answer long enough for reports to compare hashes. */
export const LONG_ANSWER = 'novel';

/** One row of each table that samples change or refer to. */
const ROWS = `
  INSERT INTO app_user (id, username, extra_details_uid) OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', '${UID}');
  INSERT INTO asset (id, uid, owner_id, asset_type, content, date_created, date_modified)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', ${ID}, 'survey', '{}', now(), now());
  INSERT INTO asset_version (id, uid, asset_id, name, content, content_hash, date_modified)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', ${ID}, '', '{}', '', now());
  INSERT INTO asset_snapshot (id, uid, owner_id, source, xml, warnings, date_created, date_used)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', ${ID}, '{}', '', '{}', now(), now());
  INSERT INTO ownership_invite (id, uid, sender_id, recipient_id, status, date_created, date_modified)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', ${ID}, ${ID}, 'pending', now(), now());
  INSERT INTO project_view (id, uid, name, countries, permissions, date_created)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', '', '{}', '{}', now());
  INSERT INTO entity_list (id, uid, owner_id, name, properties, date_created, date_modified)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', ${ID}, '', '[]', now(), now());
  INSERT INTO entity (id, list_id, uuid, version, label, data, date_created, date_modified)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, ${ID}, gen_random_uuid(), 1, '', '{}', now(), now());
  INSERT INTO oauth_application (id, client_id, owner_id, name, client_type, redirect_uris, date_created, date_modified)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', ${ID}, '', 'public', '{}', now(), now());
  INSERT INTO oauth_grant (id, application_id, user_id, scopes, code_hash, date_created, date_code_expires)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, ${ID}, ${ID}, '{read}', '\\x00', now(), now());
  INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, date_submitted, date_modified, answers, json, xml)
    VALUES (${ID}, ${ID}, '${UID}', '${UID}', '\\x00', now(), now(),
            jsonb_build_object('${LONG_ANSWER}', repeat('told ', 1000000)), '{}', '');
  INSERT INTO submission_tally VALUES (${ID}, '2020-01-01', 0, 1000000, now());
  INSERT INTO migration_source (id, name, date_created) OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', now());
  INSERT INTO hook (id, uid, asset_id, name, endpoint, active, export_type, auth_level, settings, email_notification,
                    sends_changes, subset_fields, origin, date_modified)
    OVERRIDING SYSTEM VALUE
    VALUES (${ID}, '${UID}', ${ID}, '', '', true, 'json', 'no_auth', '\\x00', true, false, '[]', '', now());
  INSERT INTO hook_delivery (id, uid, hook_id, asset_id, submission_id, cause, status, tries, message, date_due, date_modified)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', ${ID}, ${ID}, ${ID}, 'created', 0, 1, '', '2020-01-01', '2020-01-01');
  INSERT INTO collector_link (id, uid, asset_id, name, key_hash, date_created)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', ${ID}, '', '${UID}', now());
  INSERT INTO export_setting (id, uid, asset_id, name, request, date_modified)
    OVERRIDING SYSTEM VALUE VALUES (${ID}, '${UID}', ${ID}, '', '{}', now());
  INSERT INTO export_task (id, uid, asset_id, user_id, status, request, origin, date_created, date_modified)
    OVERRIDING SYSTEM VALUE VALUES
      (${ID}, '${UID}', ${ID}, ${ID}, 'processing', '{}', '', now(), now()),
      (${ID} + 1, '${WAITING_UID}', ${ID}, ${ID}, 'created', '{}', '', '2020-01-01', '2020-01-01');
  INSERT INTO migration_task (id, uid, user_id, status, request, date_created, date_modified)
    OVERRIDING SYSTEM VALUE VALUES
      (${ID}, '${UID}', ${ID}, 'processing', '{}', now(), now()),
      (${ID} + 1, '${WAITING_UID}', ${ID}, 'created', '{}', '2020-01-01', '2020-01-01');
  INSERT INTO import_task (id, uid, user_id, status, request, source, date_created, date_modified)
    OVERRIDING SYSTEM VALUE VALUES
      (${ID}, '${UID}', ${ID}, 'processing', '{}', '\\x00', now(), now()),
      (${ID} + 1, '${WAITING_UID}', ${ID}, 'created', '{}', NULL, '2020-01-01', '2020-01-01')`;

export async function insertSampleRows(url: string): Promise<void> {
  await withClient(url, (client) => client.query(ROWS));
}
