-- The gaps recorded for a schedule ID, newest first. The cursor is the last gap ID of the previous page.
SELECT id, from_at, to_at, count, reason, created_at
FROM gaps
WHERE tenant = :tenant AND schedule_id = :schedule_id AND id < :before
ORDER BY id DESC
LIMIT :limit
