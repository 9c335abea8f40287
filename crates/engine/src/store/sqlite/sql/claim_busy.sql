-- What else of the schedule is under way or waits; an index holds only those. All of them count, so there is no limit.
SELECT id, attempt, waits
FROM occurrences INDEXED BY occurrences_open
WHERE schedule_uid = :schedule_uid AND state < 2 AND (turn >= 8) = 1
ORDER BY id
