-- The next schedules of a tenant by ID, without deleted ones, with their definitions if a filter needs them. A
-- page takes several such reads.
SELECT s.uid, s.id, s.status, CASE WHEN $4 THEN r.definition END
FROM schedules s
LEFT JOIN revisions r ON $4 AND r.schedule_uid = s.uid AND r.revision = s.definition_revision
WHERE s.tenant = $1 AND s.gone = 0 AND s.id > $2 AND s.id >= $3
ORDER BY s.id
LIMIT $5
