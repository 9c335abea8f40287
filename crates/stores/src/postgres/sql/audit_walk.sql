-- A tenant's entries in a range of sequence numbers.
SELECT seq, at, actor, request_id, reason, action, object, detail, previous, hash
FROM audit
WHERE tenant = $1 AND seq > $2 AND seq <= $3
ORDER BY seq
LIMIT $4
