-- Trigger of tables that processes cache: notifies all of them on commit (decision 49).
-- Arguments: the kind of cached object, and the column with its id.
CREATE OR REPLACE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  subject text := TG_ARGV[0];
  key_column text := TG_ARGV[1];
  changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  PERFORM pg_notify('fieldhouse_change', subject || ':' || (changed ->> key_column));
  RETURN NULL;
END $$;
