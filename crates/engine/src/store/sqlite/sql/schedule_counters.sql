-- What an end changes, and whether another waits for it, whatever the policy is by now.
SELECT status, runs, generated, skipped, failed, failures_in_a_row, last_ended_at, last_success_at, last_error,
       EXISTS (SELECT 1 FROM occurrences INDEXED BY occurrences_open
               WHERE schedule_uid = schedules.uid AND ended_at IS NULL AND is_busy = 1 AND waits = 1)
FROM schedules
WHERE uid = :uid
