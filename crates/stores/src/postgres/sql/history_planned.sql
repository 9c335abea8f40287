-- The planned occurrences of a schedule that have not started, ordered by ID.
SELECT r.id, r.tenant, r.schedule_uid, r.schedule_id, r.period_key, r.discriminator, r.nominal_at, r.due_at,
       r.period_from, r.period_to, r.priority, r.trigger, r.correlation_id, r.note, r.revision, r.tzdb, r.created_at,
       r.state, r.ready_at, r.waits, r.attempt, r.fence, r.lease_owner, r.lease_until, r.cancel_requested,
       r.started_at, r.ended_at, r.reason, r.message, r.blocker, r.target_kind, r.target_id,
       r.concurrency, r.payload, r.discarded_at
FROM open_occurrences q
JOIN occurrence_rows r ON r.id = q.id
WHERE q.schedule_uid = $1 AND q.state = 0 AND q.attempt = 0 AND q.id > $3
ORDER BY q.id
LIMIT $2
