-- What leases change, and no more, for neighbours at once: this is written for every run.
-- Whoever asked for it is given up whole when it fails; without FAIL, SQLite would copy every page first, to take back this alone.
UPDATE OR FAIL occurrences
SET state = :running, turn = turn | 8, at = :until, attempt = attempt + 1, waits = 0,
    fence = max(fence, :fence_floor) + 1, cancel_requested = 0, lease_owner = :lease_owner, started_at = :now
WHERE id BETWEEN :first AND :last
