-- Reads everything a claim needs for a range of adjacent IDs in one statement: the complete row, the gate of
-- its schedule, and whether the schedule has any busy row (started or waiting). If it has none, as for most
-- schedules, the claim needs no further query.
SELECT o.id, o.schedule_uid, o.state, o.turn, o.at, o.fence, o.attempt, o.waits, o.cancel_requested, o.lease_owner,
       o.started_at, o.trigger, o.revision, o.nominal_at, o.due_at, o.created_at, o.period_key, o.discriminator, o.tzdb,
       o.period_start, o.period_end, o.reason, o.message, o.blocker, o.target_kind, o.target_id, o.correlation_id, o.note,
       o.concurrency, o.payload, o.discarded_at,
       s.status, s.revision, s.overlap, s.max_concurrent, s.delivery, s.max_attempts, s.tenant, s.id,
       EXISTS (SELECT 1 FROM occurrences AS busy INDEXED BY occurrences_open
               WHERE busy.schedule_uid = o.schedule_uid AND busy.state < 2 AND (busy.turn >= 8) = 1)
FROM occurrences AS o
CROSS JOIN schedules AS s ON s.uid = o.schedule_uid
WHERE o.id BETWEEN :first AND :last
ORDER BY o.id
