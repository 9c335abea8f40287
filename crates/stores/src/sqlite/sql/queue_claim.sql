-- Due work items and those whose lease expired, of one priority, from the index of open items.
SELECT id
FROM work_items
WHERE tenant = :tenant AND queue = :queue AND priority = :priority AND ended_at IS NULL AND ready_at <= :now
ORDER BY ready_at, id
LIMIT :limit
