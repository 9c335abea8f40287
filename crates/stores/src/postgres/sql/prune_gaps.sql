-- Removes the oldest gaps recorded before a given time.
WITH gone AS MATERIALIZED (
    SELECT g.id
    FROM gaps g
    WHERE g.created_at < $2 AND ($1::integer IS NULL OR g.tenant = $1)
    ORDER BY g.created_at
    LIMIT $3
    FOR UPDATE SKIP LOCKED
)
DELETE FROM gaps g USING gone WHERE g.id = gone.id RETURNING true
