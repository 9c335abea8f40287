-- Removes the oldest gaps that were recorded before a time, in steps, so that nobody waits long for the writer.
DELETE FROM gaps
WHERE id IN (
    SELECT id
    FROM gaps
    WHERE created_at < :before AND (:tenant IS NULL OR tenant = :tenant)
    ORDER BY created_at
    LIMIT :limit)
