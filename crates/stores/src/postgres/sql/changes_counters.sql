-- Adds to the counters of schedules, each once, in batch order. Returns the number of consecutive failures.
UPDATE schedules s
SET runs = s.runs + u.runs, generated = s.generated + u.generated, skipped = s.skipped + u.skipped,
    failed = s.failed + u.failed,
    failures_in_a_row = CASE WHEN u.has_success THEN 0 ELSE s.failures_in_a_row END + u.failures_in_a_row,
    last_ended_at = coalesce(u.last_ended_at, s.last_ended_at),
    last_success_at = CASE WHEN u.has_success THEN u.last_success_at ELSE s.last_success_at END,
    last_error = coalesce(u.last_error, CASE WHEN u.has_success THEN NULL ELSE s.last_error END)
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::boolean[], $6::bigint[], $7::timestamptz[],
            $8::timestamptz[], $9::text[], $10::bigint[])
    AS u (uid, generated, skipped, failed, has_success, failures_in_a_row, last_ended_at, last_success_at, last_error,
          runs)
WHERE s.uid = u.uid
RETURNING s.uid, s.failures_in_a_row
