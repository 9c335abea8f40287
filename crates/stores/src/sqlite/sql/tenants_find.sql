-- Every operation on a tenant starts with this lookup.
SELECT id
FROM tenants
WHERE namespace = :namespace AND name = :name
