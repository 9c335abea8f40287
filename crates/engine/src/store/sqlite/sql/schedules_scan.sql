-- All that are not deleted, by the table's own key, so that each part of the walk begins where the last one ended.
SELECT uid
FROM schedules
WHERE uid > :after AND status <> 5
ORDER BY uid
LIMIT :limit
