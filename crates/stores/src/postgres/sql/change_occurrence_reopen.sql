-- Reopens an occurrence. Its result is cleared here; its last attempt is recorded separately.
WITH reopened AS (
    UPDATE occurrences
    SET state = 0, trigger = $2, concurrency = $6, payload = $7, discarded_at = NULL, revision = $3, attempt = 0, fence = 0, started_at = NULL, ended_at = NULL,
        blocker = NULL, lease_owner = NULL, reason = NULL, message = NULL, target_kind = NULL, target_id = NULL
    WHERE id = $1
    RETURNING id, schedule_uid, tenant, priority, nominal_at, due_at, revision, trigger, discriminator, concurrency
)
INSERT INTO open_occurrences (id, schedule_uid, tenant, priority, ready_at, nominal_at, due_at, revision, trigger, fence,
                              discriminator, concurrency)
SELECT id, schedule_uid, tenant, priority, $4, nominal_at, due_at, revision, trigger, $5, discriminator, concurrency
FROM reopened
