-- What a claim must know of the rows it takes, in their order, at once: the whole row as everywhere, its schedule's gate,
-- and whether anything of the schedule is under way or waits, which for most is the end of the question.
SELECT o.id, o.schedule_uid, o.state, o.priority, o.ready_at, o.attempt, o.waits, o.fence, o.cancel_requested,
       o.lease_owner, o.lease_until, o.started_at, o.trigger, o.revision, o.due_at, o.nominal_at, o.created_at,
       o.period_key, o.discriminator, o.tzdb, o.period_start, o.period_end, o.reason, o.message, o.blocker,
       o.target_kind, o.target_id, o.correlation_id, o.note, o.ended_at,
       s.status, s.revision, s.overlap, s.max_concurrent, s.delivery, s.max_attempts, s.tenant, s.id,
       EXISTS (SELECT 1 FROM occurrences AS busy INDEXED BY occurrences_open
               WHERE busy.schedule_uid = o.schedule_uid AND busy.ended_at IS NULL AND busy.is_busy = 1)
FROM json_each(:ids) AS given
CROSS JOIN occurrences AS o ON o.id = given.value
CROSS JOIN schedules AS s ON s.uid = o.schedule_uid
