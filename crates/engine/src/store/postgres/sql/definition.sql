-- The definition that held at a revision: the last that was written until then.
SELECT definition
FROM revisions
WHERE schedule_uid = $1 AND revision <= $2 AND definition IS NOT NULL
ORDER BY revision DESC
LIMIT 1
