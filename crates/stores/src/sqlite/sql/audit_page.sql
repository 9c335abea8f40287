-- Newest first. The cursor is the last sequence number of the previous page.
SELECT seq, at, actor, request_id, reason, action, object, detail, previous, hash
FROM audit
WHERE tenant = :tenant AND seq < :before
ORDER BY seq DESC
LIMIT :limit
