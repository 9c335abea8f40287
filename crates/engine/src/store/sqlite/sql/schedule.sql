-- The whole schedule, with the definition of the revision that brought it.
SELECT s.uid, s.tenant, s.id, s.revision, s.status, s.status_by, s.status_text, s.status_until, s.source, r.definition,
       s.next_due_at, s.watermark, s.runs, s.generated, s.skipped, s.failed, s.failures_in_a_row, s.last_ended_at,
       s.last_success_at, s.last_error, s.created_at, s.updated_at
FROM schedules AS s
JOIN revisions AS r ON r.schedule_uid = s.uid AND r.revision = s.defined_in
WHERE s.uid = :uid
