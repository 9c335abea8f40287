-- A node that shuts down cleanly removes itself instead of waiting to expire.
DELETE FROM nodes
WHERE id = :id
