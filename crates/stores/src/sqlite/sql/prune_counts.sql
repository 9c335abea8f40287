-- Schedules that may have too many completed rows. Reads one small row per schedule, so there is no limit.
SELECT uid, row_count
FROM progress
WHERE row_count > :above
