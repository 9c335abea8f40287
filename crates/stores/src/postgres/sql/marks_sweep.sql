-- Removes expired marks.
WITH gone AS MATERIALIZED (
    SELECT tenant, name FROM marks WHERE until <= $1 ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED
)
DELETE FROM marks t USING gone g WHERE t.tenant = g.tenant AND t.name = g.name RETURNING true
