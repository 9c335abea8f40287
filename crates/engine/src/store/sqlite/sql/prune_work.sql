-- Removes the oldest work items in one state that ended before a time, in steps. An index finds them by state and end.
DELETE FROM work_items
WHERE id IN (
    SELECT id
    FROM work_items INDEXED BY work_items_ended_in
    WHERE state = :state AND ended_at < :before AND (:tenant IS NULL OR tenant = :tenant)
    ORDER BY ended_at
    LIMIT :limit)
