-- Advances the schedules of the batch that are unchanged since their planner read them, in batch order. The
-- planning rows stay locked until the end of the transaction: another transaction that plans or changes the
-- schedules waits.
UPDATE planning p
SET watermark = u.watermark_to, next_due_at = u.next_due_at,
    is_active = NOT u.is_finished, plan_at = CASE WHEN u.is_finished THEN NULL ELSE u.next_due_at END
FROM unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::boolean[])
    AS u (uid, revision, watermark, watermark_to, next_due_at, is_finished)
WHERE p.uid = u.uid AND p.revision = u.revision AND p.watermark = u.watermark AND p.is_active
RETURNING p.uid, p.tenant
