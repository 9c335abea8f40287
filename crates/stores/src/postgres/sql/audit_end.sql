-- The stored tip of a chain and the sequence number of its last entry, read in one snapshot.
SELECT t.seq, t.hash, (SELECT max(a.seq) FROM audit a WHERE a.tenant = $1)
FROM audit_tips t
WHERE t.tenant = $1
