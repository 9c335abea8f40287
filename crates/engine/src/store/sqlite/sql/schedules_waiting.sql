-- Those of the given schedules for which something waits, whatever their policy is by now. Each has one answer, so there
-- is no limit.
SELECT given.value
FROM json_each(:uids) AS given
WHERE EXISTS (SELECT 1 FROM occurrences INDEXED BY occurrences_open
              WHERE schedule_uid = given.value AND ended_at IS NULL AND is_busy = 1 AND waits = 1)
