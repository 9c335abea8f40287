-- The last entry of the chain, which the next entry follows.
SELECT seq, hash
FROM audit_tips
WHERE tenant = :tenant
