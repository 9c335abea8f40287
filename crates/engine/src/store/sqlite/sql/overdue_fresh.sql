-- Of one run, what a claim finds at the time it is due, and was due before then; the index is in that very order.
SELECT at, id
FROM occurrences INDEXED BY occurrences_ready
WHERE tenant = :tenant AND turn = :turn AND state < 2 AND at < :before AND at = coalesce(due_at, nominal_at)
ORDER BY at, id
LIMIT :limit
