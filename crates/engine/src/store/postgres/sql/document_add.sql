-- A document whose name was never used. Of two that come at once the second is turned away by the key.
INSERT INTO documents (tenant, kind, name, version, body, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
