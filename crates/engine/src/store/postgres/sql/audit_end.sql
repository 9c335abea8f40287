-- The end of a chain as it is kept apart from the entries, and the last entry there is, in one look.
SELECT t.seq, t.hash, (SELECT max(a.seq) FROM audit a WHERE a.tenant = $1)
FROM audit_tips t
WHERE t.tenant = $1
