-- The first rows of one run, from the index alone.
SELECT at, id
FROM occurrences INDEXED BY occurrences_ready
WHERE tenant = :tenant AND turn = :turn AND state < 2 AND at <= :until
ORDER BY at, id
LIMIT :limit
