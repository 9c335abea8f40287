-- The planned occurrences of a schedule that have not started, with the columns that decide whether they change.
SELECT q.id, q.schedule_uid, q.ready_at, q.nominal_at, q.due_at, q.revision, q.fence, q.lease_until, q.started_at,
       q.attempt, q.trigger, q.state, q.waits, q.cancel_requested, q.lease_owner, q.message,
       o.discriminator, q.concurrency, q.blocker, o.period_key, o.tzdb
FROM open_occurrences q
JOIN occurrences o ON o.id = q.id
WHERE q.schedule_uid = $1 AND q.state = 0 AND q.attempt = 0
ORDER BY q.id
