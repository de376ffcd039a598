-- Stores one submission with its count and its change (decision 45). Returns its id, or null if the asset has the root
-- uuid already; then it has waited for the transaction that stores it. The caller does not know the id, so it is
-- inserted into the JSON here: as first member, and at the marker in the URLs of attachments.
CREATE OR REPLACE FUNCTION store_submission(
  asset integer, root_uuid text, uuid text, xml_hash bytea, attachment_count integer, version_uid text,
  submitted_by text, submitted timestamptz, answers jsonb, members text, xml text
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  new_id bigint := nextval('submission_id_seq');
  json text := '{"_id":' || new_id || ',' || members || '}';
  stored_id bigint;
  -- Taken here, not on a node of a cluster, whose transaction ids are its own.
  transaction_id bigint := pg_current_xact_id()::text::bigint;
BEGIN
  IF attachment_count > 0 THEN
    json := replace(json, '/\u0069', '/' || new_id);
  END IF;

  INSERT INTO submission AS s
    VALUES (asset, new_id, root_uuid, uuid, xml_hash, attachment_count, version_uid, submitted_by, submitted,
            submitted, answers, json, xml)
    ON CONFLICT ON CONSTRAINT submission_root_uuid_key DO NOTHING
    RETURNING s.id INTO stored_id;
  IF stored_id IS NULL THEN
    RETURN NULL;
  END IF;

  -- Each connection counts in a row of its own, so that no two transactions wait for each other.
  INSERT INTO submission_tally AS t
    VALUES (asset, (submitted AT TIME ZONE 'UTC')::date, pg_backend_pid() % 64, 1, submitted,
            stored_id, stored_id)
    ON CONFLICT ON CONSTRAINT submission_tally_pk
    DO UPDATE SET submissions = t.submissions + 1,
                  last_submitted = greatest(t.last_submitted, excluded.last_submitted),
                  first_id = least(t.first_id, excluded.first_id),
                  last_id = greatest(t.last_id, excluded.last_id);

  INSERT INTO submission_change
    VALUES (asset, transaction_id, stored_id, 'created', submitted);
  RETURN stored_id;
END $$;
