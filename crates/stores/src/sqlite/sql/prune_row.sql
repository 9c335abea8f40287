-- A row that was reopened in the meantime stays. Attempts are deleted with their row (ON DELETE CASCADE).
DELETE FROM occurrences
WHERE id = :id AND state >= 2
RETURNING schedule_uid
