-- A deleted schedule stays as long as a row tells of it. Its revisions go with it.
DELETE FROM schedules
WHERE status = 5 AND row_count = 0 AND (:tenant IS NULL OR tenant = :tenant)
