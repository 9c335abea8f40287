-- Nodes are few; those that were not heard of go.
DELETE FROM nodes
WHERE id IN (SELECT id FROM nodes WHERE until <= :now ORDER BY id LIMIT :limit)
