-- The latest first; the cursor is the last place seen.
SELECT seq, at, actor, request_id, reason, action, object, detail, previous, hash
FROM audit
WHERE tenant = :tenant AND seq < :before
ORDER BY seq DESC
LIMIT :limit
