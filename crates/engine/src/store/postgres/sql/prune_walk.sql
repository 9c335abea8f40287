-- The next rows by number: whether each was made before the time given, whether it may go, and when it ended.
SELECT o.id, o.created_at < $3, o.state >= 2 AND o.ended_at < $3 AND ($4::integer IS NULL OR o.tenant = $4), o.ended_at
FROM occurrences o
WHERE o.id > $1
ORDER BY o.id
LIMIT $2
