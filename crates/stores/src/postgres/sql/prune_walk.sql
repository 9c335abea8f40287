-- The next occurrences by ID: whether each was created before the given time, whether it may be removed, and
-- when it completed.
SELECT o.id, o.created_at < $3, o.state >= 2 AND o.ended_at < $3 AND ($4::integer IS NULL OR o.tenant = $4), o.ended_at
FROM occurrences o
WHERE o.id > $1
ORDER BY o.id
LIMIT $2
