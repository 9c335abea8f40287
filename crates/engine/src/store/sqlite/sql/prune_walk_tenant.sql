-- The same for one tenant.
SELECT id, created_at, ended_at
FROM occurrences
WHERE tenant = :tenant
ORDER BY id
