-- Locks a document name until the end of the transaction. A removed document has a version and no body.
SELECT version, body IS NOT NULL FROM documents WHERE tenant = $1 AND kind = $2 AND name = $3 FOR NO KEY UPDATE
