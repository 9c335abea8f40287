-- The gaps of a schedule's name, the latest first; the cursor is the last number seen.
SELECT id, from_at, to_at, count, reason, created_at
FROM gaps
WHERE tenant = :tenant AND schedule_id = :schedule_id AND id < :before
ORDER BY id DESC
LIMIT :limit
