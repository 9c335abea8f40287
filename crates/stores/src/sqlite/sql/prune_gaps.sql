-- Removes the oldest gaps recorded before a given time, in batches, so that other writes do not wait long.
DELETE FROM gaps
WHERE id IN (
    SELECT id
    FROM gaps
    WHERE created_at < :before AND (:tenant IS NULL OR tenant = :tenant)
    ORDER BY created_at
    LIMIT :limit)
