-- The schedule of a name, or the last that had it: the rows of those before it belong to another schedule.
SELECT uid FROM schedules WHERE tenant = :tenant AND id = :id ORDER BY uid DESC LIMIT 1
