-- Ordered by schedule ID, continuing after the previous page. The caller filters row by row and stops when the
-- page is full. A definition is read only if a filter needs it and the status matches. The index is entered at
-- one bound, the later of cursor and prefix.
SELECT s.uid, s.id, s.status,
       CASE WHEN :with_definition AND (:statuses = 0 OR (:statuses >> s.status) & 1)
            THEN (SELECT r.definition FROM revisions AS r WHERE r.schedule_uid = s.uid AND r.revision = s.defined_in)
       END
FROM schedules AS s
WHERE s.tenant = :tenant AND s.status <> 5
  AND s.id >= :from AND s.id <> :after
ORDER BY s.id
LIMIT :limit
