-- read
SELECT place, list_id AS "listId", list_tag AS "listTag", name, properties,
  approval_required AS "approvalRequired", entity_tag AS "entityTag", is_deleted AS "isDeleted", conflict,
  versions, is_awaited AS "isAwaited"
FROM entity_states($1, $2, $3, $4);
-- $1 integer[], $2 text[], $3 uuid[], $4 integer[]
