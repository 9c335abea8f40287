-- Rows carry the number; people want the names.
SELECT namespace, name
FROM tenants
WHERE id = :id
