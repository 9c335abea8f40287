-- The latest completed occurrences of each schedule, highest ID first. The tenant is checked on the schedule: a
-- condition on the rows would make the planner scan all rows of the tenant.
SELECT p.id, p.tenant, p.schedule_uid, p.schedule_id, p.period_key, p.discriminator, p.nominal_at, p.due_at,
       p.period_from, p.period_to, p.priority, p.trigger, p.correlation_id, p.note, p.revision, p.tzdb, p.created_at,
       p.state, p.ready_at, p.waits, p.attempt, p.fence, p.lease_owner, p.lease_until, p.cancel_requested,
       p.started_at, p.ended_at, p.reason, p.message, p.blocker, p.target_kind, p.target_id,
       p.concurrency, p.payload, p.discarded_at
FROM unnest($1::bigint[]) AS wanted (uid)
JOIN schedules n ON n.uid = wanted.uid AND n.tenant = $2
CROSS JOIN LATERAL (
    SELECT r.id, r.tenant, r.schedule_uid, r.schedule_id, r.period_key, r.discriminator, r.nominal_at, r.due_at,
           r.period_from, r.period_to, r.priority, r.trigger, r.correlation_id, r.note, r.revision, r.tzdb, r.created_at,
           r.state, r.ready_at, r.waits, r.attempt, r.fence, r.lease_owner, r.lease_until, r.cancel_requested,
           r.started_at, r.ended_at, r.reason, r.message, r.blocker, r.target_kind, r.target_id,
           r.concurrency, r.payload, r.discarded_at
    FROM occurrence_rows r
    WHERE r.schedule_uid = n.uid AND r.state >= 2
    ORDER BY r.id DESC
    LIMIT $3) p
ORDER BY p.id DESC
LIMIT $3 * cardinality($1)
