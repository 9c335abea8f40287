-- The first rows of one run, from the index alone.
SELECT ready_at, id
FROM occurrences INDEXED BY occurrences_ready
WHERE tenant = :tenant AND is_busy = :is_busy AND priority = :priority AND ended_at IS NULL AND ready_at <= :until
ORDER BY ready_at, id
LIMIT :limit
