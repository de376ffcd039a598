-- enqueue
SELECT graphile_worker.add_job($1, payload => $2::json, max_attempts => $4, job_key => $3,
  job_key_mode => 'preserve_run_at');
-- $1 text, $2 json, $3 text, $4 integer
