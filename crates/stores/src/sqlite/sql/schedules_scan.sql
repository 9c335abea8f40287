-- All schedules that are not deleted, by primary key, so that each step of the scan continues where the last
-- one ended.
SELECT uid
FROM schedules
WHERE uid > :after AND status <> 5
ORDER BY uid
LIMIT :limit
