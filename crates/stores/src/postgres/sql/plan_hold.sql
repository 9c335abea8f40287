-- Locks the schedules that a plan finishes, in batch order. A transaction that locks a schedule and its
-- planning row locks the schedule first.
SELECT s.uid FROM unnest($1::bigint[]) AS u (uid) JOIN schedules s ON s.uid = u.uid FOR NO KEY UPDATE OF s
