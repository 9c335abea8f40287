-- The one place where a row comes to be. The unique key decides, never a look before: a row that exists stays as it is.
INSERT INTO occurrences (id, schedule_uid, tenant, turn, at, due_at, trigger, revision, nominal_at, created_at, period_key,
                         discriminator, tzdb, period_start, period_end, correlation_id, note, concurrency)
VALUES (:id, :schedule_uid, (SELECT tenant FROM schedules WHERE uid = :schedule_uid), :turn, :due_at,
        nullif(:due_at, :nominal_at), :trigger, :revision, :nominal_at, :created_at, :period_key, :discriminator, :tzdb,
        :period_start, :period_end, :correlation_id, :note, :concurrency)
ON CONFLICT (period_key, schedule_uid, discriminator) DO NOTHING
