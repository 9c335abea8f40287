-- Rows store the tenant number. This statement returns the names.
SELECT namespace, name
FROM tenants
WHERE id = :id
