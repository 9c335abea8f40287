-- Deletes in small batches so that other writes do not wait long.
DELETE FROM marks
WHERE rowid IN (SELECT rowid FROM marks WHERE until <= :now ORDER BY until LIMIT :limit)
