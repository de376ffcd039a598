-- Trigger that fills asset.search_text, in lower case of all scripts regardless of the locale of the database.
-- The owner's name is copied, because usernames never change.
CREATE OR REPLACE FUNCTION asset_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := lower(concat_ws(chr(10),
    NEW.name, NEW.uid, (SELECT username FROM app_user WHERE id = NEW.owner_id),
    NEW.settings ->> 'description', NEW.settings ->> 'extra_metadata',
    array_to_string(NEW.tags, chr(10)), NEW.summary::text) COLLATE "und-x-icu");
  RETURN NEW;
END $$;
