-- The schedule of a name and those that had it before; each of them may have rows.
SELECT uid FROM schedules WHERE tenant = :tenant AND id = :id AND status <> 5
UNION ALL
SELECT uid FROM schedules WHERE tenant = :tenant AND id = :id AND status = 5
