-- Only the holder of the fence extends a lease. Returns whether cancellation of the run was requested.
UPDATE occurrences
SET at = :until
WHERE id = :id AND fence = :fence AND state = 1
RETURNING cancel_requested
