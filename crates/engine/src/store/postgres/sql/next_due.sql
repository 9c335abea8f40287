-- When schedules that count from completion are due next.
UPDATE schedules s
SET next_due_at = u.next_due_at, plan_at = u.next_due_at
FROM unnest($1::bigint[], $2::timestamptz[]) AS u (uid, next_due_at)
WHERE s.uid = u.uid AND s.status = 0
