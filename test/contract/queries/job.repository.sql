-- list
SELECT id::text, task_identifier AS name, substr(key, length(task_identifier) + 2) AS subject,
  CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed' WHEN last_error IS NOT NULL THEN 'retrying' ELSE 'waiting' END AS state,
  attempts::integer, max_attempts::integer AS "maxAttempts", last_error AS "lastError", created_at AS created,
  run_at AS "runAt"
FROM graphile_worker.jobs
ORDER BY (attempts >= max_attempts) DESC, graphile_worker.jobs.id
LIMIT $1
OFFSET $2;
-- $1 bigint, $2 bigint

-- counts
SELECT CASE WHEN locked_at IS NOT NULL THEN 'running' WHEN attempts >= max_attempts THEN 'failed' WHEN last_error IS NOT NULL THEN 'retrying' ELSE 'waiting' END AS state,
  count(*)::integer AS count
FROM graphile_worker.jobs
GROUP BY 1;

-- retry
SELECT job.id
FROM graphile_worker.jobs AS failed, LATERAL graphile_worker.reschedule_jobs(ARRAY[failed.id],
  run_at => now(), attempts => 0) AS job
WHERE failed.id = $1::bigint
  AND failed.locked_at IS NULL
  AND failed.last_error IS NOT NULL;
-- $1 bigint
