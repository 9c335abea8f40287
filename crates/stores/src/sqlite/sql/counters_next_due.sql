-- For recurrences that count from completion: the completed run sets the next planning time if the schedule is
-- active.
UPDATE progress
SET plan_at = :next_due_at
WHERE uid = :uid AND active_revision IS NOT NULL
