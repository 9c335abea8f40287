-- Nothing is planned any more for a schedule that is finished.
UPDATE progress
SET active_revision = NULL, plan_at = NULL
WHERE uid = :uid
