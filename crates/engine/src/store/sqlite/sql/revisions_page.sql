-- The latest first; the cursor is the last revision seen.
SELECT revision, at, by, change, definition
FROM revisions
WHERE schedule_uid = :schedule_uid AND revision < :before
ORDER BY revision DESC
LIMIT :limit
