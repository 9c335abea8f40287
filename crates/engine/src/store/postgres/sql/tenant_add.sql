-- Gives a tenant its number; of several who try at once one succeeds.
INSERT INTO tenants (namespace, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING number
