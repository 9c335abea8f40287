-- A name keeps its version even after its document was removed.
SELECT version, body, updated_at
FROM documents
WHERE tenant = :tenant AND kind = :kind AND name = :name
