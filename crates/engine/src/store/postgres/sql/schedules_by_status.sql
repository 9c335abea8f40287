-- How many of a tenant's first schedules are in each status. One more than may be counted is read, which tells whether there are more.
SELECT status, count(*)
FROM (SELECT status FROM schedules WHERE tenant = $1 AND gone = 0 ORDER BY id LIMIT $2) looked
GROUP BY status
