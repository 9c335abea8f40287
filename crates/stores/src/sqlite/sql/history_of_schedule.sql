-- A schedule's occurrences in one block of IDs, newest first. The cursor is the last ID of the previous page.
SELECT o.id
FROM occurrences AS o INDEXED BY occurrences_listed
WHERE o.id >> 10 = :block AND o.tenant = :tenant AND o.schedule_uid = :schedule_uid AND o.id < :before
  AND (:states = 0 OR (:states >> o.state) & 1)
  AND (:reasons = '[]' OR o.reason IN (SELECT value FROM json_each(:reasons)))
  AND (:from IS NULL OR o.nominal_at >= :from)
  AND (:until IS NULL OR o.nominal_at < :until)
  AND (:label IS NULL OR EXISTS (
      SELECT 1
      FROM schedules AS s
      JOIN revisions AS r ON r.schedule_uid = s.uid AND r.revision = s.defined_in
      JOIN json_each(CASE WHEN json_valid(r.definition) THEN r.definition ELSE '{}' END, '$.labels') AS label
      WHERE s.uid = o.schedule_uid AND s.status <> 5 AND label.key = :label AND label.value = :value))
  AND (:is_discarded IS NULL OR (o.discarded_at IS NOT NULL) = :is_discarded)
ORDER BY o.id DESC
LIMIT :limit
