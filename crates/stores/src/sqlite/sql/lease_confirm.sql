-- The columns that decide whether a leased occurrence may start. Returns no row if the lease was lost.
SELECT schedule_uid, trigger, revision, coalesce(due_at, nominal_at)
FROM occurrences
WHERE id = :id AND fence = :fence AND state = 1
