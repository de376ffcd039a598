-- Triggers that record changes of asset JSON in asset_change, one row per change, so that cached JSON can be validated
-- (docs/performance.md#revalidated-response-cache). user_id is a user who is concerned besides those with a permission
-- now.

-- Of assets: the owners and the collections before and after.
CREATE OR REPLACE FUNCTION note_asset_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO asset_change (asset_id, user_id)
  SELECT id, owner_id FROM (VALUES (NEW.id, NEW.owner_id), (OLD.id, OLD.owner_id),
                                   (NEW.parent_id, NULL), (OLD.parent_id, NULL)) AS changed (id, owner_id)
   WHERE id IS NOT NULL GROUP BY id, owner_id;
  RETURN NULL;
END $$;

-- Of tables that reference an asset. Argument 'user_id': the table references the concerned user too.
CREATE OR REPLACE FUNCTION note_change_of_asset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'user_id' THEN
    INSERT INTO asset_change (asset_id, user_id)
    SELECT * FROM (VALUES (NEW.asset_id, NEW.user_id), (OLD.asset_id, OLD.user_id)) AS changed (id, user_id)
     WHERE id IS NOT NULL GROUP BY id, user_id;
  ELSE
    INSERT INTO asset_change (asset_id) VALUES (coalesce(NEW.asset_id, OLD.asset_id));
  END IF;
  RETURN NULL;
END $$;

-- Of ownership invites, which reference assets through transfers.
CREATE OR REPLACE FUNCTION note_change_of_invite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO asset_change (asset_id) SELECT asset_id FROM ownership_transfer WHERE invite_id = NEW.id;
  RETURN NULL;
END $$;

-- Of user names, which any list may show and sort by: a row without an asset concerns all lists.
CREATE OR REPLACE FUNCTION note_change_of_all() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO asset_change DEFAULT VALUES;
  RETURN NULL;
END $$;
