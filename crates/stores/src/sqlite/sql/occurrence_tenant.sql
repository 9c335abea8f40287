-- The tenant of a row. The caller treats a row of another tenant as not found.
SELECT tenant
FROM occurrences
WHERE id = :id
