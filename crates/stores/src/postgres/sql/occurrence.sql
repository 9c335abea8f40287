-- One occurrence of a tenant.
SELECT r.id, r.tenant, r.schedule_uid, r.schedule_id, r.period_key, r.discriminator, r.nominal_at, r.due_at,
       r.period_from, r.period_to, r.priority, r.trigger, r.correlation_id, r.note, r.revision, r.tzdb, r.created_at,
       r.state, r.ready_at, r.waits, r.attempt, r.fence, r.lease_owner, r.lease_until, r.cancel_requested,
       r.started_at, r.ended_at, r.reason, r.message, r.blocker, r.target_kind, r.target_id,
       r.concurrency, r.payload, r.discarded_at
FROM occurrence_rows r
WHERE r.id = $1 AND r.tenant = $2
