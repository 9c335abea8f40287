-- A deleted schedule stays as long as a row tells of it. Its revisions go with it.
DELETE FROM schedules
WHERE status = 5 AND (:tenant IS NULL OR tenant = :tenant)
  AND NOT EXISTS (SELECT 1 FROM occurrences AS o WHERE o.schedule_uid = schedules.uid)
