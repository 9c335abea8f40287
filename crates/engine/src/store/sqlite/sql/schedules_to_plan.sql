-- What planning must look at: an index holds only those, in order, so the cost follows what is due.
SELECT uid
FROM progress
WHERE plan_at IS NOT NULL AND plan_at <= :until
ORDER BY plan_at, uid
LIMIT :limit
