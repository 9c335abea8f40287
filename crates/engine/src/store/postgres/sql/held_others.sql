-- How many other rows of these schedules have begun or wait. It must be a statement of its own, begun when the schedules
-- are held: only then does it see what the claim before has done.
SELECT q.schedule_uid, count(*) FILTER (WHERE q.attempt > 0), min(q.id) FILTER (WHERE q.attempt > 0),
       count(*) FILTER (WHERE q.waits)
FROM unnest($1::bigint[]) AS u (uid)
JOIN open_occurrences q ON q.schedule_uid = u.uid AND (q.attempt > 0 OR q.waits)
WHERE q.id <> ALL ($2)
GROUP BY q.schedule_uid
