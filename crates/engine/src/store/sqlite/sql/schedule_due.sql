-- For rules that count from completion: the end says when planning must look next.
UPDATE schedules
SET next_due_at = :next_due_at, plan_at = :next_due_at
WHERE uid = :uid
