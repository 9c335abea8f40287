-- The first schedule in a range of uids that has a waiting occurrence, whatever its current overlap policy. The
-- partial index contains only waiting rows.
SELECT min(schedule_uid)
FROM occurrences INDEXED BY occurrences_waiting
WHERE waits = 1 AND schedule_uid BETWEEN :first AND :last
