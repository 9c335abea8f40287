-- Occurrences that were due before $1 and are not running, earliest first. Those that a claim finds at their
-- due time are at the head of the index by time. All others have a small index of their own.
WITH fresh AS (
    SELECT q.id, q.due_at
    FROM open_occurrences q
    WHERE q.ready_at < $1 AND q.state = 0 AND q.attempt = 0 AND NOT q.waits AND q.ready_at = q.due_at
    ORDER BY q.ready_at, q.id
    LIMIT $2
), put_off AS (
    SELECT q.id, q.due_at
    FROM open_occurrences q
    WHERE q.due_at < $1 AND q.state = 0 AND (q.attempt > 0 OR q.waits OR q.ready_at <> q.due_at)
    ORDER BY q.due_at, q.id
    LIMIT $2
), earliest AS MATERIALIZED (
    SELECT id, due_at FROM fresh
    UNION ALL
    SELECT id, due_at FROM put_off
    ORDER BY due_at, id
    LIMIT $2
)
SELECT r.id, r.tenant, r.schedule_uid, r.schedule_id, r.period_key, r.discriminator, r.nominal_at, r.due_at,
       r.period_from, r.period_to, r.priority, r.trigger, r.correlation_id, r.note, r.revision, r.tzdb, r.created_at,
       r.state, r.ready_at, r.waits, r.attempt, r.fence, r.lease_owner, r.lease_until, r.cancel_requested,
       r.started_at, r.ended_at, r.reason, r.message, r.blocker, r.target_kind, r.target_id,
       r.concurrency, r.payload, r.discarded_at
FROM earliest e
JOIN occurrence_rows r ON r.id = e.id
ORDER BY e.due_at, e.id
