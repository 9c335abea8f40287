-- Separate from the usual planning step, which does not change the status. From now on, `schedules` holds the
-- next due time.
UPDATE schedules
SET status = :finished, next_due_at = :next_due_at
WHERE uid = :uid
