-- The first open rows, ordered by the time from which a claim may take them. A covering index answers the query.
SELECT at, turn, tenant, id
FROM occurrences INDEXED BY occurrences_due
WHERE state < 2 AND at <= :until
ORDER BY at
LIMIT :limit
