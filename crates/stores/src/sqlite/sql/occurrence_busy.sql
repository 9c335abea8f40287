-- The started runs of a schedule. The index separates them from other open rows. All of them count, so there is
-- no limit.
SELECT id, discriminator, trigger, concurrency, attempt
FROM occurrences INDEXED BY occurrences_open
WHERE schedule_uid = :schedule_uid AND state < 2 AND (turn >= 8) = 1 AND waits = 0
ORDER BY id
