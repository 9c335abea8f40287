-- A new schedule. Of two that are made at once with one name the second is turned away by the unique key.
INSERT INTO schedules (tenant, id, revision, definition_revision, status, status_by, status_text, status_until, source,
                       next_due_at, watermark, plan_at, overlap, max_concurrent, delivery, max_attempts, created_at,
                       updated_at)
VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16)
RETURNING uid
