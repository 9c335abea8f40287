-- From its beginning to its end, one entry at a time; a look at the whole chain has no limit by its nature.
SELECT seq, at, actor, request_id, reason, action, object, detail, previous, hash
FROM audit
WHERE tenant = :tenant
ORDER BY seq
