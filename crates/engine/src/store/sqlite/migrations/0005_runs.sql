-- A run counts against `max_runs` when it has ended after having started, no longer when it is planned. Open occurrences of
-- the schedule itself (0) and of catch-up (1) were counted.
UPDATE progress
SET runs = max(progress.runs - q.open, 0)
FROM (
    SELECT schedule_uid, count(*) AS open FROM occurrences WHERE state < 2 AND trigger IN (0, 1) GROUP BY schedule_uid
) q
WHERE q.schedule_uid = progress.uid AND progress.runs > 0;
