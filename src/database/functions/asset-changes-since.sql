-- Whether cached asset JSON is outdated: the snapshot of this statement sees a change that `since` did not
-- (docs/performance.md#revalidated-response-cache). Null `since`, or one older than the recorded changes, counts as
-- outdated.

-- Of lists: changes that concern one of the readers, or any change if anybody.
CREATE OR REPLACE FUNCTION assets_changed(since pg_snapshot, readers integer[], anybody boolean)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN since IS NULL OR EXISTS (
    SELECT FROM asset_change c
     WHERE c.transaction_id >= pg_snapshot_xmin(since)::text::bigint
       AND NOT pg_visible_in_snapshot(c.transaction_id::text::xid8, since)
       AND (anybody OR c.asset_id IS NULL OR c.user_id = ANY(readers) OR EXISTS (
             SELECT FROM permission_assignment p WHERE p.asset_id = c.asset_id AND p.user_id = ANY(readers)))
  ) OR coalesce(pg_snapshot_xmin(since) < (
    SELECT value FROM instance_setting WHERE name = 'asset changes known since'
  )::xid8, false);
END $$;

-- Of one asset, for any reader.
CREATE OR REPLACE FUNCTION asset_changed(since pg_snapshot, of_asset integer)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN since IS NULL OR EXISTS (
    SELECT FROM asset_change c
     WHERE c.transaction_id >= pg_snapshot_xmin(since)::text::bigint
       AND NOT pg_visible_in_snapshot(c.transaction_id::text::xid8, since)
       AND (c.asset_id IS NULL OR c.asset_id = of_asset
            -- A collection shows the number of its children.
            OR EXISTS (SELECT FROM asset AS child WHERE child.id = c.asset_id AND child.parent_id = of_asset))
  ) OR coalesce(pg_snapshot_xmin(since) < (
    SELECT value FROM instance_setting WHERE name = 'asset changes known since'
  )::xid8, false);
END $$;
