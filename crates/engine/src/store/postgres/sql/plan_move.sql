-- Moves schedules on. They are held already, so nothing can have changed since they were compared.
UPDATE schedules s
SET watermark = u.watermark, next_due_at = u.next_due_at, runs = s.runs + u.runs,
    status = CASE WHEN u.is_finished THEN 4 ELSE s.status END,
    plan_at = CASE WHEN u.is_finished THEN NULL ELSE u.next_due_at END
FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::bigint[], $5::boolean[])
    AS u (uid, watermark, next_due_at, runs, is_finished)
WHERE s.uid = u.uid
