-- The next rows by number, with the time they ended if they have.
SELECT id, tenant, created_at, schedule_uid, CASE WHEN state >= 2 THEN at END
FROM occurrences
WHERE id > :after
ORDER BY id
LIMIT :limit
