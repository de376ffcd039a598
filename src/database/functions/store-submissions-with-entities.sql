-- Stores a batch of submissions by store_submissions, and the versions of entities that they add (decision 180): all, or
-- none after an error. Returns their ids in order; versions of a submission without one, which was stored before, are left
-- out.
-- The caller decided on the versions in a state that it read without locks. If that is no longer the present one, the
-- error is serialization_failure (optimistic concurrency control: the xmin of a row changes whenever the row does).
-- versions: a JSON array; place is that of the submission in the batch, from 1, and entity_xmin null for a new entity.
CREATE OR REPLACE FUNCTION store_submissions_with_entities(
  assets integer[], root_uuids text[], uuids text[], xml_hashes bytea[], version_uids text[], submitters text[],
  moments timestamptz[], answers text[], members text[], xmls text[], notes text[], versions jsonb
) RETURNS SETOF bigint
-- A submission that waits must not delay the others: the caller then stores them one by one.
LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE
  -- Submissions come before locks of entities, as in the transactions that store one, so that they cannot deadlock.
  ids bigint[] := (
    SELECT array_agg(id ORDER BY place)
      FROM store_submissions(assets, root_uuids, uuids, xml_hashes, version_uids, submitters, moments, answers, members,
                             xmls, notes) WITH ORDINALITY AS stored (id, place)
  );
  added record;
  changed_id bigint;
BEGIN
  -- Keeps the lists from being deleted, then locks entities in the order of EntityIntakeRepository.lock.
  PERFORM FROM entity_list
    WHERE id IN (SELECT list_id FROM jsonb_to_recordset(versions) AS v (place integer, list_id integer)
                  WHERE ids[place] IS NOT NULL)
    ORDER BY id::text COLLATE "C" FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtextextended(locks.name, 0))
    FROM (SELECT DISTINCT concat_ws(' ', 'entity', list_id, left(uuid, 2)) COLLATE "C" AS name
            FROM jsonb_to_recordset(versions) AS v (place integer, list_id integer, uuid text)
           WHERE ids[place] IS NOT NULL ORDER BY name) locks;

  -- Each statement from here on sees what others committed before the locks were got.
  FOR added IN
    SELECT * FROM jsonb_to_recordset(versions)
      AS v (place integer, list_id integer, list_xmin text, uuid uuid, entity_xmin text, version integer, label text,
            data jsonb, base_version integer, trunk_version integer, branch_id uuid, branch_base integer, conflict text,
            conflicting jsonb)
     WHERE ids[place] IS NOT NULL
  LOOP
    changed_id := NULL;
    IF NOT EXISTS (SELECT FROM entity_problem p
                    WHERE p.list_id = added.list_id AND p.uuid = added.uuid AND p.problem = 'waiting')
      AND EXISTS (SELECT FROM entity_list_use u JOIN entity_list l ON l.id = u.list_id
                   WHERE u.asset_id = assets[added.place] AND u.list_id = added.list_id AND u.declares
                     AND l.xmin = added.list_xmin::xid)
    THEN
      IF added.entity_xmin IS NULL THEN
        INSERT INTO entity (list_id, uuid, version, label, data, conflict, date_created, date_modified)
          VALUES (added.list_id, added.uuid, added.version, added.label, added.data, added.conflict, moments[added.place],
                  moments[added.place])
          ON CONFLICT ON CONSTRAINT entity_uuid_key DO NOTHING
          RETURNING id INTO changed_id;
      ELSE
        UPDATE entity
           SET version = added.version, label = added.label, data = added.data, conflict = added.conflict,
               date_modified = moments[added.place]
         WHERE list_id = added.list_id AND uuid = added.uuid AND xmin = added.entity_xmin::xid
        RETURNING id INTO changed_id;
      END IF;
    END IF;
    IF changed_id IS NULL THEN
      RAISE EXCEPTION 'The entity was changed since it was read.' USING ERRCODE = 'serialization_failure';
    END IF;
    INSERT INTO entity_version (entity_id, version, label, data, base_version, trunk_version, branch_id, branch_base,
                                conflicting, asset_id, submission_id, created_by, date_created)
      VALUES (changed_id, added.version, added.label, added.data, added.base_version, added.trunk_version, added.branch_id,
              added.branch_base, added.conflicting, assets[added.place], ids[added.place], submitters[added.place],
              moments[added.place]);
  END LOOP;
  RETURN QUERY SELECT unnest(ids);
END $$;
