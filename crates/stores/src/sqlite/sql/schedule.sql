-- The complete schedule, with its progress and the definition of the revision that set it.
SELECT s.uid, s.tenant, s.id, s.revision, s.status, s.status_by, s.status_text, s.status_until, s.source, r.definition,
       CASE WHEN p.active_revision IS NULL THEN s.next_due_at ELSE p.plan_at END, p.watermark, p.runs, p.generated,
       p.skipped, p.failed, p.failures_in_a_row, p.last_ended_at, p.last_success_at, p.last_error, s.created_at,
       s.updated_at, s.overlap, s.max_concurrent, s.delivery, s.max_attempts
FROM schedules AS s
JOIN progress AS p ON p.uid = s.uid
JOIN revisions AS r ON r.schedule_uid = s.uid AND r.revision = s.defined_in
WHERE s.uid = :uid
