-- In small steps, so that nobody waits long for the writer.
DELETE FROM marks
WHERE (tenant, kind, name) IN (SELECT tenant, kind, name FROM marks WHERE until <= :now ORDER BY until LIMIT :limit)
