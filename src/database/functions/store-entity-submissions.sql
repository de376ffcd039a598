-- Stores a batch of submissions by store_submissions, and the versions that they add to entities (decision 180). Returns a
-- row for each, in order; outcome: "stored" with the id, "known" if the asset has its root uuid, "contested" if its entities
-- are not as the device expects them. If one is contested, none is stored: the others are "deferred", to be sent again.
-- As the device expects it, an entity is absent, or its current version is the one that the new one follows, of the same
-- offline branch if it continues one. It is contested also if the form does not declare the list, the list lacks a property
-- or requires an approval, or another change waits for the entity.
-- versions: a JSON array; place is that of the submission, from 1, and follows is null for a new entity.
CREATE OR REPLACE FUNCTION store_entity_submissions(
  assets integer[], root_uuids text[], uuids text[], xml_hashes bytea[], version_uids text[], submitters text[],
  moments timestamptz[], answers text[], members text[], xmls text[], notes text[], versions jsonb
) RETURNS TABLE (id bigint, outcome text)
-- A submission that waits must not delay the others: the caller then stores them one by one. All statements look up keys,
-- so that no values need plans of their own: those cost a fifth of the time.
LANGUAGE plpgsql SET lock_timeout = '200ms' SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  list_ids integer[] := ARRAY(
    SELECT (SELECT l.id FROM entity_list_use u JOIN entity_list l ON l.id = u.list_id
             WHERE u.asset_id = assets[v.place] AND u.declares AND l.name = v.list AND l.properties @> v.properties
               AND NOT (v.follows IS NULL AND l.approval_required))
      FROM jsonb_to_recordset(versions) AS v (place integer, list text, properties jsonb, follows integer)
  );
  contested integer[] := '{}';
  ids bigint[];
  number integer := 0;
  added record;
  changed entity;
BEGIN
  -- Keeps the lists from being deleted, then locks entities in the order of EntityIntakeRepository.lock.
  PERFORM FROM entity_list l WHERE l.id = ANY (list_ids) ORDER BY l.id::text COLLATE "C" FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtextextended(locks.name, 0))
    FROM (SELECT DISTINCT concat_ws(' ', 'entity', list_id, left(uuid, 2)) COLLATE "C" AS name
            FROM unnest(list_ids, ARRAY(SELECT v ->> 'uuid' FROM jsonb_array_elements(versions) v)) AS e (list_id, uuid)
           WHERE list_id IS NOT NULL ORDER BY name) locks;

  -- Each statement from here on sees what others committed before the locks were got.
  FOR added IN
    SELECT * FROM jsonb_to_recordset(versions)
      AS v (place integer, uuid uuid, follows integer, continues boolean, trunk_version integer, branch_id uuid,
            branch_base integer)
  LOOP
    number := number + 1;
    IF list_ids[number] IS NULL
      OR EXISTS (SELECT FROM entity_problem p
                  WHERE p.list_id = list_ids[number] AND p.uuid = added.uuid AND p.problem = 'waiting')
      OR added.follows IS NULL AND EXISTS (
           SELECT FROM entity e WHERE e.list_id = list_ids[number] AND e.uuid = added.uuid)
      OR added.follows IS NOT NULL AND NOT EXISTS (
           SELECT FROM entity e
            WHERE e.list_id = list_ids[number] AND e.uuid = added.uuid AND e.version = added.follows
              AND e.date_deleted IS NULL
              AND (NOT added.continues OR EXISTS (
                    SELECT FROM entity_version v
                     WHERE v.entity_id = e.id AND v.version = e.version AND v.branch_id = added.branch_id
                       AND v.branch_base = added.branch_base - 1
                       AND v.trunk_version IS NOT DISTINCT FROM added.trunk_version)))
    THEN
      contested := contested || added.place;
    END IF;
  END LOOP;
  IF contested <> '{}' THEN
    RETURN QUERY SELECT NULL::bigint, CASE WHEN place = ANY (contested) THEN 'contested' ELSE 'deferred' END
      FROM generate_series(1, cardinality(assets)) AS place;
    RETURN;
  END IF;

  -- Most often one, which takes half the time of a batch of one.
  ids := CASE WHEN cardinality(assets) = 1 AND notes[1] IS NULL
    THEN ARRAY[store_submission(assets[1], root_uuids[1], uuids[1], xml_hashes[1], 0, version_uids[1], submitters[1],
                                moments[1], answers[1]::jsonb, members[1], xmls[1])]
    ELSE ARRAY(SELECT store_submissions(assets, root_uuids, uuids, xml_hashes, version_uids, submitters, moments, answers,
                                        members, xmls, notes))
  END;

  number := 0;
  FOR added IN
    SELECT * FROM jsonb_to_recordset(versions)
      AS v (place integer, uuid uuid, follows integer, label text, data jsonb, trunk_version integer, branch_id uuid,
            branch_base integer)
  LOOP
    number := number + 1;
    CONTINUE WHEN ids[added.place] IS NULL;
    IF added.follows IS NULL THEN
      INSERT INTO entity (list_id, uuid, version, label, data, date_created, date_modified)
        VALUES (list_ids[number], added.uuid, 1, added.label, added.data, moments[added.place], moments[added.place])
        RETURNING * INTO changed;
    ELSE
      UPDATE entity e
         SET version = e.version + 1, label = coalesce(nullif(added.label, ''), e.label), data = e.data || added.data,
             date_modified = moments[added.place]
       WHERE e.list_id = list_ids[number] AND e.uuid = added.uuid AND e.version = added.follows
      RETURNING * INTO changed;
    END IF;
    IF changed.id IS NULL THEN
      RAISE EXCEPTION 'The entity was changed without its lock.' USING ERRCODE = 'serialization_failure';
    END IF;
    INSERT INTO entity_version (entity_id, version, label, data, base_version, trunk_version, branch_id, branch_base,
                                conflicting, asset_id, submission_id, created_by, date_created)
      VALUES (changed.id, changed.version, changed.label, changed.data, added.follows, added.trunk_version, added.branch_id,
              added.branch_base, '[]', assets[added.place], ids[added.place], submitters[added.place],
              moments[added.place]);
  END LOOP;
  RETURN QUERY SELECT stored.id, CASE WHEN stored.id IS NULL THEN 'known' ELSE 'stored' END FROM unnest(ids) AS stored (id);
END $$;
