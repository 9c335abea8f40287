-- The row of a period, if it has one.
SELECT id, state
FROM occurrences
WHERE period_key = :period_key AND schedule_uid = :schedule_uid AND discriminator = :discriminator
