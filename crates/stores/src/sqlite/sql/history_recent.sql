-- The completed occurrences of a schedule in one block of IDs, newest first.
SELECT id
FROM occurrences INDEXED BY occurrences_listed
WHERE id >> 10 = :block AND tenant = :tenant AND schedule_uid = :schedule_uid AND state >= 2
ORDER BY id DESC
LIMIT :limit
