-- The complete row. Lists select IDs first and then run this statement for each ID.
SELECT id, schedule_uid, state, turn, at, fence, attempt, waits, cancel_requested, lease_owner, started_at, trigger,
       revision, nominal_at, due_at, created_at, period_key, discriminator, tzdb, period_start, period_end, reason, message,
       blocker, target_kind, target_id, correlation_id, note, concurrency, payload, discarded_at
FROM occurrences
WHERE id = :id
