-- The schedules that must be planned, earliest first. The index scan reads only due schedules.
SELECT s.uid, s.tenant, s.id, s.revision, s.status, s.status_by, s.status_text, s.status_until, s.source,
       p.next_due_at, p.watermark, s.runs, s.generated, s.skipped, s.failed, s.failures_in_a_row, s.last_ended_at,
       s.last_success_at, s.last_error, s.created_at, s.updated_at, s.overlap,
       s.max_concurrent, s.delivery, s.max_attempts, r.definition
FROM planning p
JOIN schedules s ON s.uid = p.uid
JOIN revisions r ON r.schedule_uid = s.uid AND r.revision = s.definition_revision
WHERE p.plan_at <= $1
ORDER BY p.plan_at, p.uid
LIMIT $2
