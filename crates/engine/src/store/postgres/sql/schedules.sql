-- A tenant's living schedules by name. The text that names begin with also bounds the walk through the index.
SELECT s.uid, s.tenant, s.id, s.revision, s.status, s.status_by, s.status_text, s.status_until, s.source,
       p.next_due_at, p.watermark, p.runs, s.generated, s.skipped, s.failed, s.failures_in_a_row, s.last_ended_at,
       s.last_success_at, s.last_error, s.created_at, s.updated_at, r.definition
FROM schedules s
JOIN planning p ON p.uid = s.uid
JOIN revisions r ON r.schedule_uid = s.uid AND r.revision = s.definition_revision
WHERE s.tenant = $1 AND s.gone = 0 AND s.id > $2 AND s.id >= $3 AND starts_with(s.id, $3)
  AND ($4::smallint[] IS NULL OR s.status = ANY ($4))
  AND ($5::jsonb[] IS NULL OR r.labels @> ALL ($5))
ORDER BY s.id
LIMIT $6
