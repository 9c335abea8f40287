-- The other occurrences of these schedules that have started or wait, to be canceled or replaced. A row that is
-- already locked is being settled or renewed right now. The next claim of the waiting occurrence checks again.
SELECT q.id, q.schedule_uid, q.ready_at, q.nominal_at, q.due_at, q.revision, q.fence, q.lease_until, q.started_at,
       q.attempt, q.trigger, q.state, q.waits, q.cancel_requested, q.lease_owner, q.message,
       q.discriminator, q.concurrency, q.blocker
FROM unnest($1::bigint[]) AS u (uid)
JOIN open_occurrences q ON q.schedule_uid = u.uid AND (q.attempt > 0 OR q.waits)
WHERE q.id <> ALL ($2)
ORDER BY q.id
FOR NO KEY UPDATE OF q SKIP LOCKED
