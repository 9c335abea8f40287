-- A tenant's documents of one kind, ordered by name.
SELECT name, version, body, updated_at
FROM documents
WHERE tenant = $1 AND kind = $2 AND name > $3 AND body IS NOT NULL
ORDER BY name
LIMIT $4
