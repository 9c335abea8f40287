-- Enqueuing a key twice yields one work item for as long as the item is kept.
SELECT id
FROM work_items
WHERE tenant = :tenant AND queue = :queue AND key = :key
