-- Picks what is ready until $1, and until $2 what has not begun and waits for no other: a fair share for every tenant. It
-- is held together with its schedules; what someone else holds is left for the next claim. It is looked up again by its
-- number, which the planner never takes for dearer than a walk through a table that it believes to be empty. The columns of
-- the row come after those of the claim; without a row there is still one line to say whether more may be ready, how many
-- were picked and which timeline the server is on. The caller sorts the lines.
--
-- Normally the first $4 rows by time are all that is due, or they are of so many tenants that each gets one. Otherwise those
-- of one tenant may stand before those of all others: then tenants are asked one by one, the next $5 of them after $6,
-- and the last column says which was the last (none: there are no more).
WITH RECURSIVE due AS MATERIALIZED (
    SELECT q.id, q.tenant, q.priority, q.ready_at
    FROM open_occurrences q
    WHERE q.ready_at <= $2 AND (q.ready_at <= $1 OR (q.state = 0 AND q.attempt = 0 AND NOT q.waits))
    ORDER BY q.ready_at, q.id
    LIMIT $4
), look (is_enough) AS MATERIALIZED (
    SELECT count(*) < $4::bigint OR count(DISTINCT tenant) >= $3::bigint FROM due
), open_tenants (tenant, place) AS (
    -- One step through the index for each tenant, not one for each row.
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
       h.concurrency,
       (SELECT t.tenant FROM open_tenants t WHERE t.place = $5::bigint)
FROM (SELECT) AS always
LEFT JOIN (
    SELECT k.rank, k.ready_at AS turn, s.status, s.revision AS schedule_revision, s.overlap, s.max_concurrent,
           s.delivery, s.max_attempts, s.id AS schedule_id, q.id, q.tenant, q.schedule_uid, q.ready_at, q.nominal_at,
           q.due_at, q.revision, q.fence, q.lease_until, q.started_at, q.attempt, q.trigger, q.state, q.waits,
           q.cancel_requested, q.lease_owner, q.message, o.period_key, o.discriminator, o.period_from, o.period_to,
           o.priority, o.correlation_id, o.note, o.tzdb, o.created_at, o.ended_at, o.reason, q.blocker, o.target_kind,
           o.target_id, o.concurrency
    FROM picked k
    JOIN open_occurrences q ON q.id = k.id
    JOIN schedules s ON s.uid = q.schedule_uid
    JOIN occurrences o ON o.id = q.id
    -- Asked again, since a row that was changed meanwhile is looked at as it is now.
    WHERE q.ready_at <= $2 AND (q.ready_at <= $1 OR (q.state = 0 AND q.attempt = 0 AND NOT q.waits))
    FOR NO KEY UPDATE OF q, s SKIP LOCKED) h ON true
