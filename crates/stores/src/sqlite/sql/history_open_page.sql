-- A page of the open rows of a schedule, ordered by ID. The index contains only open rows, so the history does not
-- matter.
SELECT id
FROM occurrences INDEXED BY occurrences_open
WHERE schedule_uid = :schedule_uid AND state < 2 AND (turn >= 8) IN (0, 1) AND id > :after
ORDER BY id
LIMIT :limit
