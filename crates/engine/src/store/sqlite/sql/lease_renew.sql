-- Only the holder of the fence extends a lease, and hears whether it should stop.
UPDATE occurrences
SET at = :until
WHERE id = :id AND fence = :fence AND state = 1
RETURNING cancel_requested
