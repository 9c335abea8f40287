-- Removes nodes whose heartbeat expired.
WITH gone AS MATERIALIZED (
    SELECT id FROM nodes WHERE until <= $1 ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED
)
DELETE FROM nodes t USING gone g WHERE t.id = g.id RETURNING true
