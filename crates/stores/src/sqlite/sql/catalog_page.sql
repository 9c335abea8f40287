-- Ordered by name. The cursor is the last name of the previous page.
SELECT version, body, updated_at, name
FROM documents
WHERE tenant = :tenant AND kind = :kind AND name > :after AND body IS NOT NULL
ORDER BY name
LIMIT :limit
