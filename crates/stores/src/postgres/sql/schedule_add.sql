-- Inserts a new schedule. Of two concurrent inserts with one ID, the unique key rejects the second.
WITH added AS (
    INSERT INTO schedules (tenant, id, revision, definition_revision, status, status_by, status_text, status_until,
                           source, overlap, max_concurrent, delivery, max_attempts, created_at, updated_at)
    VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $12, $13, $14, $15, $16, $16)
    RETURNING uid, tenant, status, revision
)
INSERT INTO planning (uid, tenant, is_active, revision, next_due_at, watermark, plan_at)
SELECT uid, tenant, status = 0, revision, $9::timestamptz, $10::timestamptz, $11::timestamptz FROM added
RETURNING uid
