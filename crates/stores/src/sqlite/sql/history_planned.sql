-- The planned occurrences of a schedule that have not started, ordered by ID.
SELECT id
FROM occurrences INDEXED BY occurrences_open
WHERE schedule_uid = :schedule_uid AND state < 2 AND (turn >= 8) IN (0, 1) AND state = 0 AND attempt = 0
    AND id > :after
ORDER BY id
LIMIT :limit
