-- Only what has ended has an end.
DELETE FROM work_items
WHERE ended_at < :before AND (:tenant IS NULL OR tenant = :tenant)
