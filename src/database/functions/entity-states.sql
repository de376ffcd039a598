-- Reads entities that submissions to forms name, with their lists, in one snapshot and without locks (decision 180). place:
-- of the entity in the arrays, from 1; a list that the form does not declare has no row. versions: those from the one that
-- the device received, or the current one. A tag changes whenever its row does.
CREATE OR REPLACE FUNCTION entity_states(assets integer[], lists text[], uuids uuid[], received integer[])
RETURNS TABLE (place integer, list_id integer, list_tag text, name text, properties jsonb, approval_required boolean,
               entity_tag text, is_deleted boolean, conflict text, versions json, is_awaited boolean)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  -- One by one: as a join, a list without statistics of the planner is read as a whole.
  FOR i IN 1 .. cardinality(uuids) LOOP
    SELECT l.id, l.xmin::text, l.name, l.properties, l.approval_required
      INTO list_id, list_tag, name, properties, approval_required
      FROM entity_list_use u JOIN entity_list l ON l.id = u.list_id
     WHERE u.asset_id = assets[i] AND u.declares AND l.name = lists[i];
    CONTINUE WHEN NOT FOUND;
    SELECT e.xmin::text, e.date_deleted IS NOT NULL, e.conflict, (
             SELECT json_agg(json_build_object('version', v.version, 'label', v.label, 'data', v.data,
                                               'branchId', v.branch_id, 'branchBase', v.branch_base)
                             ORDER BY v.version)
               FROM entity_version v
              WHERE v.entity_id = e.id AND v.version >= least(e.version, received[i])
           )
      INTO entity_tag, is_deleted, conflict, versions
      FROM entity e WHERE e.list_id = entity_states.list_id AND e.uuid = uuids[i];
    is_awaited := EXISTS (
      SELECT FROM entity_problem p
       WHERE p.list_id = entity_states.list_id AND p.uuid = uuids[i] AND p.problem = 'waiting'
    );
    place := i;
    RETURN NEXT;
  END LOOP;
END $$;
