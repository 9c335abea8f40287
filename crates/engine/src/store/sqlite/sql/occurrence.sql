-- The whole row. Whoever lists rows finds their numbers first and comes here for each.
SELECT id, schedule_uid, state, priority, ready_at, attempt, waits, fence, cancel_requested, lease_owner, lease_until,
       started_at, trigger, revision, due_at, nominal_at, created_at, period_key, discriminator, tzdb, period_start,
       period_end, reason, message, blocker, target_kind, target_id, correlation_id, note, ended_at
FROM occurrences
WHERE id = :id
