-- What a claim finds at the time it is due, and was due before then; the index is in that very order. Busy rows (8 and
-- above) have another index.
SELECT at, id
FROM occurrences INDEXED BY occurrences_due
WHERE state < 2 AND at < :before AND turn < 8 AND at = coalesce(due_at, nominal_at)
ORDER BY at, id
LIMIT :limit
