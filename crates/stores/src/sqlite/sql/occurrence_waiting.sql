-- The occurrences of a schedule that wait for another run, from a covering index. All of them count, so there
-- is no limit.
SELECT id, discriminator, trigger, concurrency, nominal_at
FROM occurrences INDEXED BY occurrences_waiting
WHERE schedule_uid = :schedule_uid AND waits = 1
