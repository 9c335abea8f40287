-- A name belongs to one schedule at a time; deleted ones have left theirs.
SELECT uid
FROM schedules
WHERE tenant = :tenant AND id = :id AND status <> 5
