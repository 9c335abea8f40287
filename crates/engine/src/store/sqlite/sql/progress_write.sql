-- Where a person's change leaves the planning of a schedule. Counters are not a person's to change.
UPDATE progress
SET active_revision = :active_revision, plan_at = :plan_at, watermark = :watermark
WHERE uid = :uid
