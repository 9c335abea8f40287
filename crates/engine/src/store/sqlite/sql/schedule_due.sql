-- For rules that count from completion: the end says when planning must look next, if the schedule is still active.
UPDATE progress
SET plan_at = :next_due_at
WHERE uid = :uid AND active_revision IS NOT NULL
