-- Removes gaps that were recorded before a time.
DELETE FROM gaps WHERE created_at < $2 AND ($1::integer IS NULL OR tenant = $1) RETURNING true
