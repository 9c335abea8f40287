-- The planning state after a change requested by a person. Such a change never touches the counters.
UPDATE progress
SET active_revision = :active_revision, plan_at = :plan_at, watermark = :watermark
WHERE uid = :uid
