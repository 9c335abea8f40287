-- In small steps, so that nobody waits long for the writer.
DELETE FROM marks
WHERE rowid IN (SELECT rowid FROM marks WHERE until <= :now ORDER BY until LIMIT :limit)
