-- What else of the schedule is under way or waits; an index holds only those. All of them count, so there is no limit.
SELECT id, attempt, waits
FROM occurrences INDEXED BY occurrences_open
WHERE schedule_uid = :schedule_uid AND ended_at IS NULL AND is_busy = 1
ORDER BY id
