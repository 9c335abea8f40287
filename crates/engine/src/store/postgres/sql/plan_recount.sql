-- Takes back what was counted for rows that existed already.
UPDATE planning p
SET runs = p.runs - u.runs
FROM unnest($1::bigint[], $2::bigint[]) AS u (uid, runs)
WHERE p.uid = u.uid
