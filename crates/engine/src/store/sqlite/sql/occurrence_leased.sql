-- What a worker's report is judged by, and no more: this is read for every run.
SELECT schedule_uid, state, attempt, fence, lease_owner, started_at, trigger, cancel_requested
FROM occurrences
WHERE id = :id
