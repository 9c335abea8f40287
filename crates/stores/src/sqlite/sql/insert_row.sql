-- The only statement that creates an occurrence. The unique key decides, never a preceding read: an existing
-- row is left unchanged here.
INSERT INTO occurrences (id, schedule_uid, tenant, turn, at, due_at, trigger, revision, nominal_at, created_at, period_key,
                         discriminator, tzdb, period_start, period_end, correlation_id, note, concurrency, payload)
VALUES (:id, :schedule_uid, (SELECT tenant FROM schedules WHERE uid = :schedule_uid), :turn, :due_at,
        nullif(:due_at, :nominal_at), :trigger, :revision, :nominal_at, :created_at, :period_key, :discriminator, :tzdb,
        :period_start, :period_end, :correlation_id, :note, :concurrency, :payload)
ON CONFLICT (period_key, schedule_uid, discriminator) DO NOTHING
