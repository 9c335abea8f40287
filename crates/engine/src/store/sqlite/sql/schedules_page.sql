-- By name, from where the page before ended. Whoever reads it judges row by row and stops when the page is made; a definition is read only
-- where it is asked for and the status is a wanted one. The index is entered by one bound, the later of the two there are.
SELECT s.uid, s.id, s.status,
       CASE WHEN :with_definition AND (:statuses = 0 OR (:statuses >> s.status) & 1)
            THEN (SELECT r.definition FROM revisions AS r WHERE r.schedule_uid = s.uid AND r.revision = s.defined_in)
       END
FROM schedules AS s
WHERE s.tenant = :tenant AND s.status <> 5
  AND s.id >= :from AND s.id <> :after
ORDER BY s.id
LIMIT :limit
