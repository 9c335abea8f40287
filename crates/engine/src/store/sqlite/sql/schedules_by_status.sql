-- How many of a tenant's first schedules are in each status. One more than may be counted is read, which tells whether there are more.
SELECT status, count(*)
FROM (SELECT status FROM schedules WHERE tenant = :tenant AND status <> 5 ORDER BY id LIMIT :limit)
GROUP BY status
