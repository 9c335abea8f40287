-- A schedule, living or deleted, held until the end.
SELECT uid FROM schedules WHERE uid = $1 FOR NO KEY UPDATE
