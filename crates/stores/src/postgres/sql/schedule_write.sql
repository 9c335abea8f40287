-- Writes a schedule after a change requested by a person. A deleted schedule frees its ID. Counters have their
-- own statement.
WITH moved AS (
    UPDATE planning
    SET revision = $2, is_active = ($4::smallint = 0), next_due_at = $9, watermark = greatest(watermark, $10), plan_at = $11
    WHERE uid = $1
)
UPDATE schedules
SET revision = $2, definition_revision = CASE WHEN $3 THEN $2 ELSE definition_revision END, status = $4, status_by = $5,
    status_text = $6, status_until = $7, source = $8, overlap = $12, max_concurrent = $13, delivery = $14,
    max_attempts = $15, updated_at = $16, gone = CASE WHEN $17 THEN uid ELSE 0 END
WHERE uid = $1
