-- What was opened again meanwhile stays. Attempts go with their row.
DELETE FROM occurrences
WHERE id = :id AND ended_at IS NOT NULL
RETURNING schedule_uid
