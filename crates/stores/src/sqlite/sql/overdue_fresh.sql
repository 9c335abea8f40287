-- Occurrences that were due before `:before` and that a claim finds at their due time. The index has this
-- order. Busy rows (turn 8 and above) have another index.
SELECT at, id
FROM occurrences INDEXED BY occurrences_due
WHERE state < 2 AND at < :before AND turn < 8 AND at = coalesce(due_at, nominal_at)
ORDER BY at, id
LIMIT :limit
