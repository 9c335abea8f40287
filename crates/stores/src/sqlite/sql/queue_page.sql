-- A tenant's work items, newest first. The cursor is the last ID of the previous page.
SELECT id
FROM work_items
WHERE tenant = :tenant AND id < :before
  AND (:queue IS NULL OR queue = :queue)
  AND (:states = 0 OR (:states >> state) & 1)
ORDER BY id DESC
LIMIT :limit
