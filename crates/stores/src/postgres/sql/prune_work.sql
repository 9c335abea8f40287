-- Removes the oldest work items in one state that ended before a given time. An index finds them by state and
-- end time.
WITH gone AS MATERIALIZED (
    SELECT w.id
    FROM work_items w
    WHERE w.state = $2 AND w.ended_at < $3 AND ($1::integer IS NULL OR w.tenant = $1)
    ORDER BY w.ended_at
    LIMIT $4
    FOR UPDATE SKIP LOCKED
)
DELETE FROM work_items w USING gone WHERE w.id = gone.id RETURNING true
