-- Kept apart from the chain: a chain that was cut ends before it.
INSERT INTO audit_tips (tenant, seq, hash)
VALUES (:tenant, :seq, :hash)
ON CONFLICT (tenant) DO UPDATE SET seq = excluded.seq, hash = excluded.hash
