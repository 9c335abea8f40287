-- Picks and locks occurrences that are ready: until $1 all of them, until $2 only those that have not started
-- and do not wait for another run. Every tenant gets a fair share. The schedules are locked too. Rows that
-- another transaction has locked are left for the next claim.
--
-- The picked rows are looked up again by ID. For a lookup by ID, the query planner never prefers a scan of a
-- table that it believes to be empty.
--
-- The columns of the claim come first, then those of the row. If nothing is picked, there is still one result
-- row. It says whether more rows may be ready, how many were picked and which timeline the server is on. The
-- caller sorts the result.
--
-- Normally the first $4 rows by time are either all that is due, or belong to enough tenants that each gets
-- one. Otherwise the rows of one tenant may come before those of all others. Then tenants are queried one by
-- one: the next $5 tenants after $6. The last column is the last tenant queried (null if there are no more).
WITH RECURSIVE due AS MATERIALIZED (
    SELECT q.id, q.tenant, q.priority, q.ready_at
    FROM open_occurrences q
    WHERE q.ready_at <= $2 AND (q.ready_at <= $1 OR (q.state = 0 AND q.attempt = 0 AND NOT q.waits))
    ORDER BY q.ready_at, q.id
    LIMIT $4
), look (is_enough) AS MATERIALIZED (
    SELECT count(*) < $4::bigint OR count(DISTINCT tenant) >= $3::bigint FROM due
), open_tenants (tenant, place) AS (
    -- One index step per tenant, not one per row.
    (SELECT q.tenant, 1::bigint
     FROM open_occurrences q
     WHERE q.tenant > $6 AND NOT (SELECT is_enough FROM look)
     ORDER BY q.tenant
     LIMIT 1)
    UNION ALL
    SELECT (SELECT q.tenant FROM open_occurrences q WHERE q.tenant > t.tenant ORDER BY q.tenant LIMIT 1), t.place + 1
    FROM open_tenants t
    WHERE t.tenant IS NOT NULL AND t.place < $5::bigint
), priorities (priority) AS (
    VALUES (0::smallint), (1::smallint), (2::smallint)
), ready_tenants AS MATERIALIZED (
    SELECT tenant FROM due
    UNION
    SELECT t.tenant
    FROM open_tenants t
    WHERE t.tenant IS NOT NULL AND EXISTS (
        SELECT
        FROM priorities p
        CROSS JOIN LATERAL (
            SELECT
            FROM open_occurrences q
            WHERE q.tenant = t.tenant AND q.priority = p.priority AND q.ready_at <= $2
              AND (q.ready_at <= $1 OR (q.state = 0 AND q.attempt = 0 AND NOT q.waits))
            LIMIT 1) r)
), share AS MATERIALIZED (
    SELECT greatest(ceil($3::bigint / greatest(count(*), 1)::numeric), 1)::bigint AS rows FROM ready_tenants
), found AS (
    SELECT d.id, d.tenant, d.priority, d.ready_at FROM due d WHERE (SELECT is_enough FROM look)
    UNION ALL
    SELECT w.id, t.tenant, p.priority, w.ready_at
    FROM ready_tenants t
    CROSS JOIN priorities p
    CROSS JOIN LATERAL (
        SELECT q.id, q.ready_at
        FROM open_occurrences q
        WHERE q.tenant = t.tenant AND q.priority = p.priority AND q.ready_at <= $2
          AND (q.ready_at <= $1 OR (q.state = 0 AND q.attempt = 0 AND NOT q.waits))
        ORDER BY q.ready_at, q.id
        LIMIT (SELECT rows FROM share)) w
    WHERE NOT (SELECT is_enough FROM look)
), ranked AS MATERIALIZED (
    SELECT f.id, f.ready_at, f.rank
    FROM (SELECT f.id, f.ready_at,
                 row_number() OVER (PARTITION BY f.tenant ORDER BY f.priority, f.ready_at, f.id) AS rank
          FROM found f) f
    WHERE f.rank <= (SELECT rows FROM share)
), picked AS MATERIALIZED (
    SELECT id, ready_at, rank FROM ranked ORDER BY rank, ready_at, id LIMIT $3
)
SELECT EXISTS (SELECT FROM ranked WHERE rank >= (SELECT rows FROM share)) OR (SELECT count(*) FROM ranked) > $3,
       (SELECT count(*) FROM picked), left(pg_walfile_name(pg_current_wal_lsn()), 8),
       h.rank, h.turn, h.status, h.schedule_revision, h.overlap, h.max_concurrent, h.delivery, h.max_attempts,
       h.id, h.tenant, h.schedule_uid, h.schedule_id, h.period_key, h.discriminator, h.nominal_at, h.due_at,
       h.period_from, h.period_to, h.priority, h.trigger, h.correlation_id, h.note, h.revision, h.tzdb, h.created_at,
       h.state, h.ready_at, h.waits, h.attempt, h.fence, h.lease_owner, h.lease_until, h.cancel_requested,
       h.started_at, h.ended_at, h.reason, h.message, h.blocker, h.target_kind, h.target_id,
       h.concurrency, h.payload, h.discarded_at,
       (SELECT t.tenant FROM open_tenants t WHERE t.place = $5::bigint)
FROM (SELECT) AS always
LEFT JOIN (
    SELECT k.rank, k.ready_at AS turn, s.status, s.revision AS schedule_revision, s.overlap, s.max_concurrent,
           s.delivery, s.max_attempts, s.id AS schedule_id, q.id, q.tenant, q.schedule_uid, q.ready_at, q.nominal_at,
           q.due_at, q.revision, q.fence, q.lease_until, q.started_at, q.attempt, q.trigger, q.state, q.waits,
           q.cancel_requested, q.lease_owner, q.message, o.period_key, o.discriminator, o.period_from, o.period_to,
           o.priority, o.correlation_id, o.note, o.tzdb, o.created_at, o.ended_at, o.reason, q.blocker, o.target_kind,
           o.target_id, o.concurrency, o.payload, o.discarded_at
    FROM picked k
    JOIN open_occurrences q ON q.id = k.id
    JOIN schedules s ON s.uid = q.schedule_uid
    JOIN occurrences o ON o.id = q.id
    -- Checked again, because a row that changed in the meantime is read in its current version.
    WHERE q.ready_at <= $2 AND (q.ready_at <= $1 OR (q.state = 0 AND q.attempt = 0 AND NOT q.waits))
    FOR NO KEY UPDATE OF q, s SKIP LOCKED) h ON true
