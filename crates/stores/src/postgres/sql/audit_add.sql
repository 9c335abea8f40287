-- Appends entries and moves the tip of the chain.
WITH moved AS (
    UPDATE audit_tips SET seq = $12, hash = $13 WHERE tenant = $1
)
INSERT INTO audit (tenant, seq, at, actor, request_id, reason, action, object, detail, previous, hash)
SELECT $1, u.seq, $3, u.actor, u.request_id, u.reason, u.action, u.object, u.detail, u.previous, u.hash
FROM unnest($2::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::bytea[],
            $11::bytea[])
    AS u (seq, actor, request_id, reason, action, object, detail, previous, hash)
