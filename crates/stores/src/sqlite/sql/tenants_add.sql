-- A tenant gets its number when its first row is stored.
INSERT INTO tenants (namespace, name)
VALUES (:namespace, :name)
