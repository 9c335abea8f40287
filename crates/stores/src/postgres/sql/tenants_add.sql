-- Assigns a number to a tenant. Of several concurrent attempts one succeeds.
INSERT INTO tenants (namespace, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING number
