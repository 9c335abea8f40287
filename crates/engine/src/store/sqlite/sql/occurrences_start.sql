-- What leases change, and no more, for all of a claim at once: this is written for every run.
UPDATE occurrences
SET state = :running, ready_at = :until, attempt = attempt + 1, waits = 0, fence = max(fence, :fence_floor) + 1,
    cancel_requested = 0, lease_owner = :lease_owner, lease_until = :until, started_at = :now, blocker = NULL
WHERE id IN (SELECT value FROM json_each(:ids))
