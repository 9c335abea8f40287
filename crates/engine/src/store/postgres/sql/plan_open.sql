-- Which of the schedules that a plan finishes have open rows. They are held by now, so that nobody adds one.
SELECT DISTINCT q.schedule_uid FROM unnest($1::bigint[]) AS u (uid) JOIN open_occurrences q ON q.schedule_uid = u.uid
