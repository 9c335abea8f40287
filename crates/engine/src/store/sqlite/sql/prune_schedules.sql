-- A deleted schedule stays as long as a row tells of it. Its revisions and its progress go with it.
DELETE FROM schedules
WHERE status = 5 AND (SELECT row_count FROM progress WHERE uid = schedules.uid) = 0
  AND (:tenant IS NULL OR tenant = :tenant)
