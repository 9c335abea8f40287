-- When planning must look at a schedule next.
SELECT min(plan_at)
FROM progress
WHERE plan_at IS NOT NULL
