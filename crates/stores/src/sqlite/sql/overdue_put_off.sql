-- Occurrences that were due before `:before` and that a claim finds only later. Normally this index is almost empty.
SELECT coalesce(due_at, nominal_at), id
FROM occurrences INDEXED BY occurrences_put_off
WHERE state = 0 AND (turn >= 8 OR at <> coalesce(due_at, nominal_at)) AND coalesce(due_at, nominal_at) < :before
ORDER BY coalesce(due_at, nominal_at), id
LIMIT :limit
