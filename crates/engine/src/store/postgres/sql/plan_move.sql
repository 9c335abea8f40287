-- Moves schedules on, those of the batch that are as their planner saw them, in the batch's order. They are held until the
-- end: whoever else plans, claims or changes them waits or passes them over. The rows that follow are counted already.
UPDATE schedules s
SET watermark = u.watermark_to, next_due_at = u.next_due_at, runs = s.runs + u.runs,
    status = CASE WHEN u.is_finished THEN 4 ELSE s.status END,
    plan_at = CASE WHEN u.is_finished THEN NULL ELSE u.next_due_at END
FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::bigint[],
            $7::boolean[])
    AS u (uid, revision, watermark, watermark_to, next_due_at, runs, is_finished)
WHERE s.uid = u.uid AND s.revision = u.revision AND s.watermark = u.watermark AND s.status = 0
RETURNING s.uid, s.tenant, s.id
