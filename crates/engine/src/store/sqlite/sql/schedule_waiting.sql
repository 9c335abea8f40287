-- The first schedule of a span for which something waits, whatever its policy is by now. An index holds only what waits.
SELECT min(schedule_uid)
FROM occurrences INDEXED BY occurrences_waiting
WHERE waits = 1 AND schedule_uid BETWEEN :first AND :last
