-- Removes work that ended before a time.
DELETE FROM work_items WHERE ended_at < $2 AND ($1::integer IS NULL OR tenant = $1) RETURNING true
