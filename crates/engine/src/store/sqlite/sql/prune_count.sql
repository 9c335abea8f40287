-- Every ended row, the latest first; read step by step by a thread of its own, which is why there is no limit.
SELECT id, schedule_uid
FROM occurrences
WHERE state >= 2 AND (:tenant IS NULL OR tenant = :tenant)
ORDER BY id DESC
