-- The changes of a schedule, newest first.
SELECT revision, at, by, change, definition
FROM revisions
WHERE schedule_uid = $1 AND revision < $2
ORDER BY revision DESC
LIMIT $3
