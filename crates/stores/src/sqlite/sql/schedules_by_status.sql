-- Number of schedules per status among the first schedules of a tenant. The limit is one more than may be
-- counted, which shows whether there are more.
SELECT status, count(*)
FROM (SELECT status FROM schedules WHERE tenant = :tenant AND status <> 5 ORDER BY id LIMIT :limit)
GROUP BY status
