-- Removes the oldest work items in one state that ended before a given time, in batches. An index finds them by
-- state and end time.
DELETE FROM work_items
WHERE id IN (
    SELECT id
    FROM work_items INDEXED BY work_items_ended_in
    WHERE state = :state AND ended_at < :before AND (:tenant IS NULL OR tenant = :tenant)
    ORDER BY ended_at
    LIMIT :limit)
