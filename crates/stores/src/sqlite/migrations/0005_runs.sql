-- A run counts against `max_runs` when it has started and completed, no longer when it is planned. Open
-- occurrences of the schedule itself (trigger 0) and of catch-up (trigger 1) had been counted.
UPDATE progress
SET runs = max(progress.runs - q.open, 0)
FROM (
    SELECT schedule_uid, count(*) AS open FROM occurrences WHERE state < 2 AND trigger IN (0, 1) GROUP BY schedule_uid
) q
WHERE q.schedule_uid = progress.uid AND progress.runs > 0;
