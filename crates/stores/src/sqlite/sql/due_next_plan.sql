-- The earliest time at which any schedule must be planned.
SELECT min(plan_at)
FROM progress
WHERE plan_at IS NOT NULL
