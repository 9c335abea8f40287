-- A tenant gets its number with the first thing that is stored for it.
INSERT INTO tenants (namespace, name)
VALUES (:namespace, :name)
