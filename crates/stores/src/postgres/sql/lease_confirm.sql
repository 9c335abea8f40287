-- Leased occurrences with the columns that decide whether they may start.
SELECT q.id, q.fence, q.trigger, q.revision, q.due_at, s.status, s.revision, s.overlap, s.max_concurrent, s.delivery,
       s.max_attempts
FROM unnest($1::bigint[]) AS u (id)
JOIN open_occurrences q ON q.id = u.id AND q.state = 1
JOIN schedules s ON s.uid = q.schedule_uid
