-- Removes a node that has shut down.
DELETE FROM nodes WHERE id = $1
