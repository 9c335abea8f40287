-- A plan applies only if the schedule is unchanged since it was read: same revision, same watermark, still
-- active. The watermark moves in the transaction that inserts the rows. All rows are counted as new, which they
-- nearly always are.
UPDATE progress
SET watermark = :watermark_to, plan_at = :next_due_at, row_count = row_count + :rows
WHERE uid = :uid AND active_revision = :revision AND watermark = :watermark
