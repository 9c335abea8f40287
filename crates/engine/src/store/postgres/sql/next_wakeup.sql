-- When something must be planned or claimed next: the heads of two indexes, the second walked tenant by tenant.
WITH RECURSIVE open_tenants AS (
    (SELECT q.tenant FROM open_occurrences q ORDER BY q.tenant LIMIT 1)
    UNION ALL
    SELECT (SELECT q.tenant FROM open_occurrences q WHERE q.tenant > t.tenant ORDER BY q.tenant LIMIT 1)
    FROM open_tenants t
    WHERE t.tenant IS NOT NULL
), priorities (priority) AS (
    VALUES (0::smallint), (1::smallint), (2::smallint)
)
SELECT (SELECT p.plan_at FROM planning p WHERE p.plan_at IS NOT NULL ORDER BY p.plan_at LIMIT 1),
       (SELECT min(r.ready_at)
        FROM open_tenants t
        CROSS JOIN priorities p
        CROSS JOIN LATERAL (
            SELECT q.ready_at
            FROM open_occurrences q
            WHERE q.tenant = t.tenant AND q.priority = p.priority
            ORDER BY q.ready_at
            LIMIT 1) r)
