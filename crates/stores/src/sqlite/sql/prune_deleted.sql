-- The next deleted schedules, and whether each has no occurrence left.
SELECT s.uid, (SELECT row_count FROM progress WHERE uid = s.uid) = 0
FROM schedules AS s INDEXED BY schedules_gone
WHERE s.status = 5 AND s.uid > :after AND (:tenant IS NULL OR s.tenant = :tenant)
ORDER BY s.uid
LIMIT :limit
