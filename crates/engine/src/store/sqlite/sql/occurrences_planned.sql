-- What is planned and not begun, by its number.
SELECT id
FROM occurrences INDEXED BY occurrences_open
WHERE schedule_uid = :schedule_uid AND ended_at IS NULL AND state = 0 AND attempt = 0
ORDER BY id
LIMIT :limit
