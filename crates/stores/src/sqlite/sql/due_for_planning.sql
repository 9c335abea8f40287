-- The schedules that must be planned. The partial index contains only these, in order, so the cost depends on
-- what is due.
SELECT uid
FROM progress
WHERE plan_at IS NOT NULL AND plan_at <= :until
ORDER BY plan_at, uid
LIMIT :limit
