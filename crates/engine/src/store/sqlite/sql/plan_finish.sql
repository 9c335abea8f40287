-- Apart from the usual step, which does not touch a status. What is due next is told by the schedule from now on.
UPDATE schedules
SET status = :finished, next_due_at = :next_due_at
WHERE uid = :uid
