-- Adds to the counters of schedules whose runs in this batch all succeeded, all at the same time, in batch order.
UPDATE schedules s
SET runs = s.runs + u.runs, generated = s.generated + u.generated, failures_in_a_row = 0, last_ended_at = $3,
    last_success_at = $3,
    last_error = NULL
FROM unnest($1::bigint[], $2::bigint[], $4::bigint[]) AS u (uid, generated, runs)
WHERE s.uid = u.uid
