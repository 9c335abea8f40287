-- Only one schedule that is not deleted can have an ID. A deleted schedule leaves its ID free.
SELECT uid
FROM schedules
WHERE tenant = :tenant AND id = :id AND status <> 5
