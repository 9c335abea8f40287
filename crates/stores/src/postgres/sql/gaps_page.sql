-- The gaps of all schedules that ever had this ID, newest first.
SELECT id, gap_from, gap_to, count, reason, created_at
FROM gaps
WHERE tenant = $1 AND schedule_id = $2 AND id < $3
ORDER BY id DESC
LIMIT $4
