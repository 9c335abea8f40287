-- A row of another tenant does not exist.
SELECT tenant
FROM occurrences
WHERE id = :id
