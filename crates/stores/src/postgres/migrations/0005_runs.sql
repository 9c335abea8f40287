-- A run counts against `max_runs` when it has started and completed, no longer when it is planned. The counter
-- moves to the other counters, which are written when a run completes. Open occurrences of the schedule itself
-- (trigger 0) and of catch-up (trigger 1) had been counted.
ALTER TABLE schedules ADD COLUMN runs bigint NOT NULL DEFAULT 0;

UPDATE schedules s
SET runs = greatest(p.runs - coalesce(q.open, 0), 0)
FROM planning p
LEFT JOIN (
    SELECT schedule_uid, count(*) AS open FROM open_occurrences WHERE trigger IN (0, 1) GROUP BY schedule_uid
) q ON q.schedule_uid = p.uid
WHERE p.uid = s.uid AND p.runs > 0;

ALTER TABLE planning DROP COLUMN runs;
