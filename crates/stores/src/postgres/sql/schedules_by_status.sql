-- Number of schedules per status among the first schedules of a tenant. The limit is one more than may be
-- counted, which shows whether there are more.
SELECT status, count(*)
FROM (SELECT status FROM schedules WHERE tenant = $1 AND gone = 0 ORDER BY id LIMIT $2) looked
GROUP BY status
