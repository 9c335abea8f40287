-- All open rows of a schedule, locked until the end of the transaction. Rows are always locked before their
-- schedule. So a settlement, which locks the row first, cannot deadlock with a change of the schedule.
SELECT q.id, q.schedule_uid, q.ready_at, q.nominal_at, q.due_at, q.revision, q.fence, q.lease_until, q.started_at,
       q.attempt, q.trigger, q.state, q.waits, q.cancel_requested, q.lease_owner, q.message,
       q.discriminator, q.concurrency, q.blocker
FROM open_occurrences q
WHERE q.schedule_uid = $1
ORDER BY q.id
FOR NO KEY UPDATE
