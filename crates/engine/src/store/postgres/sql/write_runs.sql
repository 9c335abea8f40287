-- Adds to what counts against the most runs a schedule may have; what was skipped before it began counts no more.
UPDATE planning p
SET runs = greatest(p.runs + u.runs, 0)
FROM unnest($1::bigint[], $2::bigint[]) AS u (uid, runs)
WHERE p.uid = u.uid
