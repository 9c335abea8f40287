-- Removes work that was done (2) or dead (3) before a time.
DELETE FROM work_items
WHERE (state = 2 AND ended_at < $2 OR state = 3 AND ended_at < $3) AND ($1::integer IS NULL OR tenant = $1)
RETURNING true
