-- Writes the next version of a document, or removes the document if there is no body.
UPDATE documents SET version = $4, body = $5, updated_at = $6 WHERE tenant = $1 AND kind = $2 AND name = $3
