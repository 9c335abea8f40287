-- The current schedule with an ID, or the last one that had it. Rows of earlier schedules with that ID belong
-- to those schedules.
SELECT uid FROM schedules WHERE tenant = :tenant AND id = :id ORDER BY uid DESC LIMIT 1
