-- Removes nodes whose heartbeat expired. There are few nodes.
DELETE FROM nodes
WHERE id IN (SELECT id FROM nodes WHERE until <= :now ORDER BY id LIMIT :limit)
