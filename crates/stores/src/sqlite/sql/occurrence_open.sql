-- All open rows of a schedule. An edit or a cancel must see every one of them, so there is no limit.
SELECT id
FROM occurrences INDEXED BY occurrences_open
WHERE schedule_uid = :schedule_uid AND state < 2 AND (turn >= 8) IN (0, 1)
ORDER BY id
