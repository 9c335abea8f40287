-- For rules that count from completion: the end says when planning must look next, if the schedule is still active.
UPDATE schedules
SET next_due_at = :next_due_at, plan_at = :next_due_at
WHERE uid = :uid AND status = :active
