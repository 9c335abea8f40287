-- For each schedule the latest row that is one too many, and from there on downwards. CROSS keeps this order of loops.
SELECT o.id
FROM (SELECT s.uid, (SELECT kept.id
                     FROM occurrences AS kept
                     WHERE kept.schedule_uid = s.uid AND kept.ended_at IS NOT NULL
                     ORDER BY kept.id DESC
                     LIMIT 1 OFFSET :keep) AS last_id
      FROM schedules AS s
      WHERE :tenant IS NULL OR s.tenant = :tenant) AS over
CROSS JOIN occurrences AS o ON o.schedule_uid = over.uid AND o.id <= over.last_id
WHERE over.last_id IS NOT NULL AND o.ended_at IS NOT NULL
ORDER BY o.id
LIMIT :limit
