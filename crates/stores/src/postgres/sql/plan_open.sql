-- The schedules among those that a plan finishes that still have open rows. The schedules are locked by now, so
-- no other transaction can add one.
SELECT DISTINCT q.schedule_uid FROM unnest($1::bigint[]) AS u (uid) JOIN open_occurrences q ON q.schedule_uid = u.uid
