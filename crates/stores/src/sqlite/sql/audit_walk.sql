-- Reads the chain from beginning to end, one entry at a time. Verification needs the whole chain, so there is
-- no limit.
SELECT seq, at, actor, request_id, reason, action, object, detail, previous, hash
FROM audit
WHERE tenant = :tenant
ORDER BY seq
