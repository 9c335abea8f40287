-- A tenant's entries, newest first.
SELECT seq, at, actor, request_id, reason, action, object, detail, previous, hash
FROM audit
WHERE tenant = $1 AND seq < $2
ORDER BY seq DESC
LIMIT $3
