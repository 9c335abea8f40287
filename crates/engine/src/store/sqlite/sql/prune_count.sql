-- Every ended row, the latest first; read step by step by a thread of its own, which is why there is no limit.
SELECT id, schedule_uid
FROM occurrences
WHERE ended_at IS NOT NULL AND (:tenant IS NULL OR tenant = :tenant)
ORDER BY id DESC
