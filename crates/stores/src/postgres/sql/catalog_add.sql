-- Inserts a document whose name was never used. Of two concurrent inserts, the primary key rejects the second.
INSERT INTO documents (tenant, kind, name, version, body, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
