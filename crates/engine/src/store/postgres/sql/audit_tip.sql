-- The end of a tenant's chain, held until the end of the transaction: whoever comes next follows the entry of this one.
INSERT INTO audit_tips (tenant, seq, hash) VALUES ($1, 0, $2)
ON CONFLICT (tenant) DO UPDATE SET seq = audit_tips.seq
RETURNING seq, hash
