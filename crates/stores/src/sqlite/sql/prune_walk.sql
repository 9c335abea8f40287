-- The next rows by ID, with their completion time if they have completed.
SELECT id, tenant, created_at, schedule_uid, CASE WHEN state >= 2 THEN at END
FROM occurrences
WHERE id > :after
ORDER BY id
LIMIT :limit
