-- A node that stops in order does not wait until it is missed.
DELETE FROM nodes
WHERE id = :id
