-- Number of open rows of a schedule.
SELECT count(*)
FROM occurrences INDEXED BY occurrences_open
WHERE schedule_uid = :schedule_uid AND state < 2 AND (turn >= 8) IN (0, 1)
