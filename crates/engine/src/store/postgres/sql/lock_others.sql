-- The other rows of these schedules that have begun or wait, to be stopped or replaced. One that someone holds is just
-- being settled or renewed; the claim that looks at the waiting row again will ask again.
SELECT q.id, q.schedule_uid, q.ready_at, q.nominal_at, q.due_at, q.revision, q.fence, q.lease_until, q.started_at,
       q.attempt, q.trigger, q.state, q.waits, q.cancel_requested, q.lease_owner, q.message,
       q.discriminator, q.concurrency, q.blocker
FROM unnest($1::bigint[]) AS u (uid)
JOIN open_occurrences q ON q.schedule_uid = u.uid AND (q.attempt > 0 OR q.waits)
WHERE q.id <> ALL ($2)
ORDER BY q.id
FOR NO KEY UPDATE OF q SKIP LOCKED
