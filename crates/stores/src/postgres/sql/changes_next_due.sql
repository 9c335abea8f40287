-- Sets the next due time of schedules that count from completion.
UPDATE planning p
SET next_due_at = u.next_due_at, plan_at = u.next_due_at
FROM unnest($1::bigint[], $2::timestamptz[]) AS u (uid, next_due_at)
WHERE p.uid = u.uid AND p.is_active
