-- What a lease changes, and no more: this is written for every run.
UPDATE occurrences
SET state = :state, ready_at = :until, attempt = :attempt, waits = 0, fence = :fence, cancel_requested = 0,
    lease_owner = :lease_owner, lease_until = :until, started_at = :started_at, blocker = NULL
WHERE id = :id
