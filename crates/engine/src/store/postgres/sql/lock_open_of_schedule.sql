-- All open rows of a schedule, held until the end. Rows are always held before their schedule, so that a settlement,
-- which comes from the row, never meets a change, which comes from the schedule, head-on.
SELECT q.id, q.schedule_uid, q.ready_at, q.nominal_at, q.due_at, q.revision, q.fence, q.lease_until, q.started_at,
       q.attempt, q.trigger, q.state, q.waits, q.cancel_requested, q.lease_owner, q.message,
       q.discriminator, q.concurrency, q.blocker
FROM open_occurrences q
WHERE q.schedule_uid = $1
ORDER BY q.id
FOR NO KEY UPDATE
