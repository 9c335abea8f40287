-- Writes only the columns that a lease changes, for a range of adjacent IDs, because this statement runs for
-- every run. OR FAIL: if the statement fails, the caller rolls back its whole job. Without FAIL, SQLite would
-- first copy every page to be able to undo this one statement.
UPDATE OR FAIL occurrences
SET state = :running, turn = turn | 8, at = :until, attempt = attempt + 1, waits = 0,
    fence = max(fence, :fence_floor) + 1, cancel_requested = 0, lease_owner = :lease_owner, started_at = :now
WHERE id BETWEEN :first AND :last
