-- A tenant's open occurrences, highest ID first. They are found through the open rows, however long the history is.
SELECT r.id, r.tenant, r.schedule_uid, r.schedule_id, r.period_key, r.discriminator, r.nominal_at, r.due_at,
       r.period_from, r.period_to, r.priority, r.trigger, r.correlation_id, r.note, r.revision, r.tzdb, r.created_at,
       r.state, r.ready_at, r.waits, r.attempt, r.fence, r.lease_owner, r.lease_until, r.cancel_requested,
       r.started_at, r.ended_at, r.reason, r.message, r.blocker, r.target_kind, r.target_id,
       r.concurrency, r.payload, r.discarded_at
FROM open_occurrences q
JOIN occurrence_rows r ON r.id = q.id
WHERE q.tenant = $1 AND q.id < $2
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
ORDER BY q.id DESC
LIMIT $8
