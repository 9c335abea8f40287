-- The next times at which something must be planned or claimed: the heads of two indexes.
SELECT (SELECT p.plan_at FROM planning p WHERE p.plan_at IS NOT NULL ORDER BY p.plan_at LIMIT 1),
       (SELECT q.ready_at FROM open_occurrences q ORDER BY q.ready_at, q.id LIMIT 1)
