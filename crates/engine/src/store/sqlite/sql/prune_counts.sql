-- Schedules that may have too many ended rows. It reads one small row of each schedule, which is why there is no limit.
SELECT uid, row_count
FROM progress
WHERE row_count > :above
