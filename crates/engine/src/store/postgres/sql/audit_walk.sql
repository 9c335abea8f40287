-- A tenant's entries from one place to another.
SELECT seq, at, actor, request_id, reason, action, object, detail, previous, hash
FROM audit
WHERE tenant = $1 AND seq > $2 AND seq <= $3
ORDER BY seq
LIMIT $4
