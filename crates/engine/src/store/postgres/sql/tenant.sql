-- The number that stands for a tenant.
SELECT number FROM tenants WHERE namespace = $1 AND name = $2
