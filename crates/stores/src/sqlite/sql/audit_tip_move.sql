-- The tip is stored apart from the chain, so a truncated chain ends before its tip.
INSERT INTO audit_tips (tenant, seq, hash)
VALUES (:tenant, :seq, :hash)
ON CONFLICT (tenant) DO UPDATE SET seq = excluded.seq, hash = excluded.hash
