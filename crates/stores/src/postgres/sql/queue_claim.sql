-- Picks and locks ready work items of a queue, by priority and time. Items that another transaction has locked
-- are skipped.
WITH priorities (priority) AS (
    VALUES (0::smallint), (1::smallint), (2::smallint)
), picked AS MATERIALIZED (
    SELECT r.id, r.priority, r.ready_at
    FROM priorities p
    CROSS JOIN LATERAL (
        SELECT w.id, w.priority, w.ready_at
        FROM work_items w
        WHERE w.tenant = $1 AND w.queue = $2 AND w.priority = p.priority AND w.ready_at <= $3 AND w.state < 2
        ORDER BY w.ready_at, w.id
        LIMIT $4) r
    ORDER BY r.priority, r.ready_at, r.id
    LIMIT $4
), held AS MATERIALIZED (
    SELECT w.id, w.tenant, w.queue, w.key, w.payload, w.priority, w.ready_at, w.max_attempts, w.occurrence, w.state,
           w.attempt, w.fence, w.lease_owner, w.lease_until, w.created_at, w.ended_at, w.result, w.error, k.ready_at AS turn
    FROM picked k
    JOIN work_items w ON w.id = k.id
    -- Checked again, because an item that changed in the meantime is read in its current version.
    WHERE w.state < 2 AND w.ready_at <= $3
    FOR NO KEY UPDATE OF w SKIP LOCKED
)
SELECT h.id, h.tenant, h.queue, h.key, h.payload, h.priority, h.ready_at, h.max_attempts, h.occurrence, h.state,
       h.attempt, h.fence, h.lease_owner, h.lease_until, h.created_at, h.ended_at, h.result, h.error,
       left(pg_walfile_name(pg_current_wal_lsn()), 8)
FROM held h
ORDER BY h.priority, h.turn, h.id
