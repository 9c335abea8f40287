-- Gaps are few; all that are old go at once.
DELETE FROM gaps
WHERE created_at < :before AND (:tenant IS NULL OR tenant = :tenant)
