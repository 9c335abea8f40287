-- A finished schedule is not planned any more.
UPDATE progress
SET active_revision = NULL, plan_at = NULL
WHERE uid = :uid
