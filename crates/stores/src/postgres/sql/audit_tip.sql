-- Returns the tip of a tenant's chain and locks it until the end of the transaction. The next writer waits and
-- then appends after the entries of this transaction.
INSERT INTO audit_tips (tenant, seq, hash) VALUES ($1, 0, $2)
ON CONFLICT (tenant) DO UPDATE SET seq = audit_tips.seq
RETURNING seq, hash
