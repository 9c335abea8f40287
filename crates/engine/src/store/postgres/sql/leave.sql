-- A node has gone.
DELETE FROM nodes WHERE id = $1
