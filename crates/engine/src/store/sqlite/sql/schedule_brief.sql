-- What a claim or an end must know; no definition has to be read for it.
SELECT status, revision, overlap, max_concurrent, delivery, max_attempts, tenant, id, runs, generated, skipped, failed,
       failures_in_a_row, last_ended_at, last_success_at, last_error
FROM schedules
WHERE uid = :uid
