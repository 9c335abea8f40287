-- All schedules that are not deleted, by primary key, so that each step of the scan continues where the last
-- one ended.
SELECT s.uid, s.tenant, s.id, s.revision, s.status, s.status_by, s.status_text, s.status_until, s.source,
       p.next_due_at, p.watermark, s.runs, s.generated, s.skipped, s.failed, s.failures_in_a_row, s.last_ended_at,
       s.last_success_at, s.last_error, s.created_at, s.updated_at, s.overlap,
       s.max_concurrent, s.delivery, s.max_attempts, r.definition
FROM schedules s
JOIN planning p ON p.uid = s.uid
JOIN revisions r ON r.schedule_uid = s.uid AND r.revision = s.definition_revision
WHERE s.uid > $1 AND s.gone = 0
ORDER BY s.uid
LIMIT $2
