-- The tenants with the given numbers.
SELECT number, namespace, name FROM tenants WHERE number = ANY ($1)
