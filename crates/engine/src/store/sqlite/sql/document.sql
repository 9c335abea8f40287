-- A name that was used keeps its version, also after its document was removed.
SELECT version, body, updated_at
FROM documents
WHERE tenant = :tenant AND kind = :kind AND name = :name
