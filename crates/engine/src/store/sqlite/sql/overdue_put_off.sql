-- What was due before then and a claim finds only later; as a rule the index holds next to nothing.
SELECT coalesce(due_at, nominal_at), id
FROM occurrences INDEXED BY occurrences_put_off
WHERE state = 0 AND (turn >= 8 OR at <> coalesce(due_at, nominal_at)) AND coalesce(due_at, nominal_at) < :before
ORDER BY coalesce(due_at, nominal_at), id
LIMIT :limit
