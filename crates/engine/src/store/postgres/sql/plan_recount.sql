-- Takes back what was counted for rows that existed already.
UPDATE schedules s
SET runs = s.runs - u.runs
FROM unnest($1::bigint[], $2::bigint[]) AS u (uid, runs)
WHERE s.uid = u.uid
