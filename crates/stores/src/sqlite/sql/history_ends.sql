-- The first and the last occurrence ID, each read at one end of the table.
SELECT (SELECT min(id) FROM occurrences), (SELECT max(id) FROM occurrences)
