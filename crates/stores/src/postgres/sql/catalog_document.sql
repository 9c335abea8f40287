-- Returns one document.
SELECT name, version, body, updated_at
FROM documents
WHERE tenant = $1 AND kind = $2 AND name = $3 AND body IS NOT NULL
