-- Finishes schedules whose last occurrence has been planned.
UPDATE schedules s SET status = 4 FROM unnest($1::bigint[]) AS u (uid) WHERE s.uid = u.uid
