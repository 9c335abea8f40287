-- The occurrence of a period, if it exists.
SELECT id, state
FROM occurrences
WHERE period_key = :period_key AND schedule_uid = :schedule_uid AND discriminator = :discriminator
