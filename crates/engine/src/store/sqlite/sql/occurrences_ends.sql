-- The first and the last number there is, each at an end of the table.
SELECT (SELECT min(id) FROM occurrences), (SELECT max(id) FROM occurrences)
