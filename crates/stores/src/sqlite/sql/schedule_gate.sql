-- The columns a claim needs. The definition is not read.
SELECT status, revision, overlap, max_concurrent, delivery, max_attempts, tenant, id
FROM schedules
WHERE uid = :uid
