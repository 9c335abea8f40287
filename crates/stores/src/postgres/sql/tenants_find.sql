-- The number of a tenant.
SELECT number FROM tenants WHERE namespace = $1 AND name = $2
