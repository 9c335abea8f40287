-- Open rows by ID, locked in batch order until the end of the transaction.
SELECT q.id, q.schedule_uid, q.ready_at, q.nominal_at, q.due_at, q.revision, q.fence, q.lease_until, q.started_at,
       q.attempt, q.trigger, q.state, q.waits, q.cancel_requested, q.lease_owner, q.message,
       q.discriminator, q.concurrency, q.blocker
FROM unnest($1::bigint[]) AS u (id)
JOIN open_occurrences q ON q.id = u.id
FOR NO KEY UPDATE OF q
