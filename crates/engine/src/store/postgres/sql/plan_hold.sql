-- Holds the schedules that a plan finishes, in the batch's order: whoever holds a schedule and its planning both holds the
-- schedule first.
SELECT s.uid FROM unnest($1::bigint[]) AS u (uid) JOIN schedules s ON s.uid = u.uid FOR NO KEY UPDATE OF s
