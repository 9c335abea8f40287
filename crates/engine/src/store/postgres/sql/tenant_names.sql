-- The tenants that numbers stand for.
SELECT number, namespace, name FROM tenants WHERE number = ANY ($1)
