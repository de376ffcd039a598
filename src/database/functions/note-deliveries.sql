-- Queues webhook deliveries of submissions, for active webhooks that are subscribed to the cause (decision 86). Called
-- in the statement that stores the submissions, so that none is lost and intake needs no second round trip. Processes of
-- version 0.1.0, while they still run, name the cause `came`.
CREATE OR REPLACE FUNCTION note_deliveries(asset integer, submissions bigint[], cause text, moment timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Generates the uids here, because only this statement knows how many are needed.
  INSERT INTO hook_delivery
    (uid, hook_id, asset_id, submission_id, cause, status, tries, message, date_due, date_modified)
  SELECT 'hl' || substr(translate(encode(uuid_send(gen_random_uuid()), 'base64'), '01IOl+/', '2345678'), 1, 21),
         hook.id, hook.asset_id, submission, replace(note_deliveries.cause, 'came', 'created'), 1, 0, '', moment, moment
    FROM hook CROSS JOIN unnest(submissions) AS submission
   WHERE hook.asset_id = asset AND hook.active AND (note_deliveries.cause IN ('created', 'came') OR hook.sends_changes);
END $$;
