-- The first open rows by the time a claim may take them, from the index alone.
SELECT at, turn, tenant, id
FROM occurrences INDEXED BY occurrences_due
WHERE state < 2 AND at <= :until
ORDER BY at
LIMIT :limit
