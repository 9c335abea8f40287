-- The watermark moves with the rows, in the same transaction, or neither does.
UPDATE schedules
SET watermark = :watermark, next_due_at = :next_due_at, plan_at = :next_due_at, runs = runs + :counted,
    row_count = row_count + :inserted
WHERE uid = :uid
