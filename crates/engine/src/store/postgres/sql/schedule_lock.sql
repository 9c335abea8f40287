-- The living schedule of a name, held until the end: planning, claims and other changes of it wait or pass it over.
SELECT uid FROM schedules WHERE tenant = $1 AND id = $2 AND gone = 0 FOR NO KEY UPDATE
