-- Stores a batch of submissions without attachments as store_submission stores one: all, or none after an error
-- (docs/performance.md#batched-inserts). Returns their ids in order, null for a root uuid that the asset, or an earlier
-- row of the batch, has.
-- notes names the functions that notify subscribers of each submission, separated by commas.
CREATE OR REPLACE FUNCTION store_submissions(
  assets integer[], root_uuids text[], uuids text[], xml_hashes bytea[], version_uids text[], submitters text[],
  moments timestamptz[], answers text[], members text[], xmls text[], notes text[]
) RETURNS SETOF bigint
-- A row that is locked elsewhere must not delay the others: the caller then stores them one by one.
LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE
  ids bigint[];
  notification record;
  -- Taken here, not on a node of a cluster, whose transaction ids are its own.
  transaction_id bigint := pg_current_xact_id()::text::bigint;
BEGIN
  -- Keys are locked in one order, then counts in theirs, so that batches cannot deadlock.
  WITH sent AS MATERIALIZED (
    SELECT nextval('submission_id_seq') AS id, s.*
      FROM unnest(assets, root_uuids, uuids, xml_hashes, version_uids, submitters, moments, answers, members, xmls)
           WITH ORDINALITY AS s (asset, root_uuid, uuid, xml_hash, version_uid, submitter, moment, answer, member,
                                 xml, place)
  ), stored AS (
    INSERT INTO submission AS s
    SELECT asset, sent.id, sent.root_uuid, sent.uuid, sent.xml_hash, 0, sent.version_uid, submitter, moment, moment,
           answer::jsonb, '{"_id":' || sent.id || ',' || member || '}', sent.xml
      FROM sent
     ORDER BY asset, sent.root_uuid, place
    ON CONFLICT ON CONSTRAINT submission_root_uuid_key DO NOTHING
    RETURNING s.asset_id, s.id, s.date_submitted
  ), counted AS (
    INSERT INTO submission_tally AS t
    SELECT asset_id, (date_submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, count(*), max(date_submitted),
           min(id), max(id)
      FROM stored
     GROUP BY 1, 2
     ORDER BY 1, 2
    ON CONFLICT ON CONSTRAINT submission_tally_pk
    DO UPDATE SET submissions = t.submissions + excluded.submissions,
                  last_submitted = greatest(t.last_submitted, excluded.last_submitted),
                  first_id = least(t.first_id, excluded.first_id),
                  last_id = greatest(t.last_id, excluded.last_id)
  ), changed AS (
    INSERT INTO submission_change
    SELECT asset_id, transaction_id, stored.id, 'created', date_submitted FROM stored
  )
  SELECT array_agg(stored.id ORDER BY sent.place) INTO ids FROM sent LEFT JOIN stored ON stored.id = sent.id;

  -- One call per asset and function. An unknown name is an error.
  FOR notification IN
    SELECT s.asset, function, array_agg(s.id ORDER BY s.id) AS submissions, max(s.moment) AS moment
      FROM unnest(assets, ids, moments, notes) AS s (asset, id, moment, names)
           CROSS JOIN unnest(string_to_array(s.names, ',')) AS function
     WHERE s.id IS NOT NULL
     GROUP BY 1, 2
     ORDER BY 1, 2
  LOOP
    CASE notification.function
      WHEN 'note_deliveries' THEN
        PERFORM note_deliveries(notification.asset, notification.submissions, 'created', notification.moment);
    END CASE;
  END LOOP;
  RETURN QUERY SELECT unnest(ids);
END $$;
