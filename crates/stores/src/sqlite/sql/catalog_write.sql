-- A removed document has no body.
INSERT INTO documents (tenant, kind, name, version, body, updated_at)
VALUES (:tenant, :kind, :name, :version, :body, :updated_at)
ON CONFLICT (tenant, kind, name)
DO UPDATE SET version = excluded.version, body = excluded.body, updated_at = excluded.updated_at
