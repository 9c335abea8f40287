-- Removes expired counters.
WITH gone AS MATERIALIZED (
    SELECT tenant, name FROM counts WHERE until <= $1 ORDER BY until LIMIT $2 FOR UPDATE SKIP LOCKED
)
DELETE FROM counts t USING gone g WHERE t.tenant = g.tenant AND t.name = g.name RETURNING true
