-- The occurrences of the current schedule with an ID, or of the last one that had it, highest ID first.
SELECT p.id, p.tenant, p.schedule_uid, p.schedule_id, p.period_key, p.discriminator, p.nominal_at, p.due_at,
       p.period_from, p.period_to, p.priority, p.trigger, p.correlation_id, p.note, p.revision, p.tzdb, p.created_at,
       p.state, p.ready_at, p.waits, p.attempt, p.fence, p.lease_owner, p.lease_until, p.cancel_requested,
       p.started_at, p.ended_at, p.reason, p.message, p.blocker, p.target_kind, p.target_id,
       p.concurrency, p.payload, p.discarded_at
FROM (SELECT uid FROM schedules WHERE tenant = $1 AND id = $10 ORDER BY uid DESC LIMIT 1) n
CROSS JOIN LATERAL (
    SELECT r.id, r.tenant, r.schedule_uid, r.schedule_id, r.period_key, r.discriminator, r.nominal_at, r.due_at,
           r.period_from, r.period_to, r.priority, r.trigger, r.correlation_id, r.note, r.revision, r.tzdb, r.created_at,
           r.state, r.ready_at, r.waits, r.attempt, r.fence, r.lease_owner, r.lease_until, r.cancel_requested,
           r.started_at, r.ended_at, r.reason, r.message, r.blocker, r.target_kind, r.target_id,
           r.concurrency, r.payload, r.discarded_at
    FROM occurrence_rows r
    WHERE r.schedule_uid = n.uid AND r.id < $2
      AND ($3::smallint[] IS NULL OR r.state = ANY ($3))
      AND ($4::text[] IS NULL OR r.reason = ANY ($4))
      AND ($5::timestamptz IS NULL OR r.nominal_at >= $5)
      AND ($6::timestamptz IS NULL OR r.nominal_at < $6)
      AND ($7::jsonb IS NULL OR EXISTS (
          SELECT
          FROM schedules s
          JOIN revisions v ON v.schedule_uid = s.uid AND v.revision = s.definition_revision
          WHERE s.uid = r.schedule_uid AND s.gone = 0 AND v.labels @> $7))
      AND ($9::boolean IS NULL OR (r.discarded_at IS NOT NULL) = $9)
    ORDER BY r.id DESC
    LIMIT $8) p
ORDER BY p.id DESC
LIMIT $8
