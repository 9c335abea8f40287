-- By name; labels are looked for in the definition, which holds them. One that cannot be read has none, and is no error.
SELECT s.uid
FROM schedules AS s
JOIN revisions AS r ON r.schedule_uid = s.uid AND r.revision = s.defined_in
WHERE s.tenant = :tenant AND s.status <> 5
  AND s.id > :after
  AND s.id >= :prefix AND substr(s.id, 1, length(:prefix)) = :prefix
  AND (:statuses = 0 OR (:statuses >> s.status) & 1)
  AND NOT EXISTS (SELECT 1 FROM json_each(:labels) AS wanted
                  WHERE NOT EXISTS (SELECT 1
                                    FROM json_each(CASE WHEN json_valid(r.definition) THEN r.definition ELSE '{}' END, '$.labels')
                                         AS label
                                    WHERE label.key = wanted.value ->> 0 AND label.value = wanted.value ->> 1))
ORDER BY s.id
LIMIT :limit
