-- What a claim must know; no definition has to be read for it.
SELECT status, revision, overlap, max_concurrent, delivery, max_attempts, tenant, id
FROM schedules
WHERE uid = :uid
