-- What an end changes, and what decides whether another may start.
SELECT status, revision, overlap, max_concurrent, delivery, max_attempts, runs, generated, skipped, failed,
       failures_in_a_row, last_ended_at, last_success_at, last_error
FROM schedules
WHERE uid = :uid
