-- Every verb that is given a tenant begins here.
SELECT id
FROM tenants
WHERE namespace = :namespace AND name = :name
