-- Apart from the usual step, because a status stands in more indexes than a watermark.
UPDATE schedules
SET status = :finished, plan_at = NULL
WHERE uid = :uid
