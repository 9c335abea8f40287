-- A plan holds only for the schedule as it was read: same revision, same watermark, still active. The watermark moves
-- with the rows, in the same transaction, or neither does. All rows are taken for new, which they nearly always are.
UPDATE progress
SET watermark = :watermark_to, plan_at = :next_due_at, row_count = row_count + :rows
WHERE uid = :uid AND active_revision = :revision AND watermark = :watermark
