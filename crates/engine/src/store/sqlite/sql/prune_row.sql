-- What was opened again meanwhile stays. Attempts go with their row.
DELETE FROM occurrences
WHERE id = :id AND state >= 2
RETURNING schedule_uid
