-- The first rows of one tenant and turn. A covering index answers the query.
SELECT at, id
FROM occurrences INDEXED BY occurrences_ready
WHERE tenant = :tenant AND turn = :turn AND state < 2 AND at <= :until
ORDER BY at, id
LIMIT :limit
