-- A document's name, held until the end; one that was removed has a version and no body.
SELECT version, body IS NOT NULL FROM documents WHERE tenant = $1 AND kind = $2 AND name = $3 FOR NO KEY UPDATE
